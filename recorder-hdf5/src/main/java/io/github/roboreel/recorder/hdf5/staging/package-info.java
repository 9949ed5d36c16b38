/** The staging file: rows and frames that are consumed and not yet in the run file. */
package io.github.roboreel.recorder.hdf5.staging;
