/** HDF5 1.14 from Maven Central: the library that Bytedeco builds. */
package io.github.roboreel.recorder.hdf5.bytedeco;
