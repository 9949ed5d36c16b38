/** Recovery of runs whose recorder died. */
package io.github.roboreel.recorder.hdf5.recover;
