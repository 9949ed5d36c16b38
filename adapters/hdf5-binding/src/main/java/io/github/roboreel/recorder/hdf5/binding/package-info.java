/** What a binding to the native HDF5 library implements, and how it is found. */
package io.github.roboreel.recorder.hdf5.binding;
