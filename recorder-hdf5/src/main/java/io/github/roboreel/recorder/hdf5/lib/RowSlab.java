package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.recorder.hdf5.binding.Calls;

/**
 * Some rows of a dataset, or its scalar, as the file counts them and as they lie in memory. Used under the library's
 * lock.
 */
record RowSlab(Handle file, Handle memory) implements AutoCloseable {
    private static final int SELECT_SET = 0;

    static RowSlab of(Calls calls, H5Dataset dataset, long from, long rows) {
        Handle file = dataset.space(calls);
        try {
            return new RowSlab(file, select(calls, file, from, rows));
        } catch (RuntimeException e) {
            file.close();
            throw e;
        }
    }

    /** Selects the rows in the file, and gives the space that they fill in memory. */
    private static Handle select(Calls calls, Handle file, long from, long rows) {
        long[] count = H5Dataset.sizes(calls, file, false);
        boolean all = count.length == 0 || from == 0 && rows == count[0];
        if (all) {
            return Handle.ALL;
        }
        long[] start = new long[count.length];
        start[0] = from;
        count[0] = rows;
        ok(calls.H5Sselect_hyperslab(file.id(), SELECT_SET, start, null, count, null));
        return Handle.space(calls, calls.H5Screate_simple(count.length, count, null));
    }

    @Override
    public void close() {
        memory.close();
        file.close();
    }
}
