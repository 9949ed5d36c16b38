/** Closed run files read in plain Java, also where the native HDF5 library cannot be had. */
package io.github.roboreel.recorder.jhdf;
