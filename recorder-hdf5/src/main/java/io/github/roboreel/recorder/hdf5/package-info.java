/** The sink that records into run files in HDF5: from rows in staging to chunks in the file. */
package io.github.roboreel.recorder.hdf5;
