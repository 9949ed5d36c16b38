/** Run files in HDF5: staging, chunk writing under SWMR, reading back. */
package io.github.roboreel.recorder.hdf5;
