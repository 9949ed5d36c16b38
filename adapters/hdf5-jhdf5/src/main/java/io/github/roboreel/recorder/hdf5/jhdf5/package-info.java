/** HDF5 1.10 through JHDF5 as Debian packages it. */
package io.github.roboreel.recorder.hdf5.jhdf5;
