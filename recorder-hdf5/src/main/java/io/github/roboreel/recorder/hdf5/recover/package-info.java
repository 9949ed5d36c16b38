/** Recovery of runs whose recorder died, of versions before 0.3.0 and without a staging file, too. */
package io.github.roboreel.recorder.hdf5.recover;
