package io.github.roboreel.recorder.hdf5.lib;

import java.util.function.LongToIntFunction;

/**
 * An id of the library that is closed with the call that opened it: a type, a dataspace, a property list. Used under
 * the library's lock.
 */
record Handle(long id, LongToIntFunction closer) implements AutoCloseable {
    Handle {
        Hdf5.ok(id);
    }

    /** {@code H5S_ALL}: a dataspace like that of the file. */
    static final Handle ALL = new Handle(Hdf5.DEFAULT, all -> 0);

    static Handle type(Calls calls, long id) {
        return new Handle(id, calls::H5Tclose);
    }

    static Handle space(Calls calls, long id) {
        return new Handle(id, calls::H5Sclose);
    }

    static Handle properties(Calls calls, long id) {
        return new Handle(id, calls::H5Pclose);
    }

    /** A new list of that class, for example {@code H5P_CLS_FILE_ACCESS_ID_g}. */
    static Handle newProperties(Calls calls, String kind) {
        return properties(calls, calls.H5Pcreate(calls.global(kind)));
    }

    @Override
    public void close() {
        Hdf5.ok(closer.applyAsInt(id));
    }
}
