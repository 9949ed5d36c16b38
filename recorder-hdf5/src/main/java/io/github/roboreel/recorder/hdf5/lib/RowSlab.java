package io.github.roboreel.recorder.hdf5.lib;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;

/**
 * Some rows of a dataset, or its scalar, as the file counts them and as they lie in memory. Used under the library's
 * lock.
 */
record RowSlab(Id file, Id memory) implements AutoCloseable {
    static RowSlab of(long dataset, long from, long rows) {
        Id file = Id.space(H5.H5Dget_space(dataset));
        try {
            return new RowSlab(file, select(file, from, rows));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Selects the rows in the file, and gives the space that they fill in memory. */
    private static Id select(Id file, long from, long rows) {
        int rank = H5.H5Sget_simple_extent_ndims(file.value());
        if (rank == 0) {
            return Id.space(H5.H5Scopy(file.value()));
        }
        long[] count = new long[rank];
        H5.H5Sget_simple_extent_dims(file.value(), count, null);
        long[] start = new long[rank];
        start[0] = from;
        count[0] = rows;
        int set = HDF5Constants.H5S_SELECT_SET;
        H5.H5Sselect_hyperslab(file.value(), set, start, null, count, null);
        return Id.space(H5.H5Screate_simple(rank, count, null));
    }

    @Override
    public void close() {
        memory.close();
        file.close();
    }
}
