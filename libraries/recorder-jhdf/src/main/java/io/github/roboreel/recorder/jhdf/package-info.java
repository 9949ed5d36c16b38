/** Run files read in plain Java, where the native HDF5 library cannot be had. */
package io.github.roboreel.recorder.jhdf;
