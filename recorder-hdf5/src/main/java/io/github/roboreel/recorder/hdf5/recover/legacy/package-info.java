/** Recovery of runs of versions before 0.3.0, and of run files whose staging file is lost. */
package io.github.roboreel.recorder.hdf5.recover.legacy;
