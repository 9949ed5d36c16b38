/** Calls of the native HDF5 library, and what its file format says of names, types and checksums. */
package io.github.roboreel.recorder.hdf5.lib;
