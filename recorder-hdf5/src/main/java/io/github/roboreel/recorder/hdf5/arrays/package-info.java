/** Plain HDF5 files of arrays, for datasets in others' formats. */
package io.github.roboreel.recorder.hdf5.arrays;
