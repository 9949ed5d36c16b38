package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.recorder.hdf5.binding.Calls;

/**
 * An id of the library that is closed with the call that opened it: a type, a dataspace, a property list. Used under
 * the library's lock.
 */
record Handle(Calls calls, long id, Closer closer) implements AutoCloseable {
    /** A function that closes an id. */
    @FunctionalInterface
    private interface Closer {
        int close(Calls calls, long id);
    }

    /** {@code H5S_ALL}: a dataspace like that of the file. */
    static final Handle ALL = ofNobody(Hdf5.DEFAULT);

    Handle {
        Hdf5.ok(id);
    }

    /** An id that stays open. */
    static Handle ofNobody(long id) {
        return new Handle(null, id, (calls, open) -> 0);
    }

    static Handle type(Calls calls, long id) {
        return new Handle(calls, id, Calls::H5Tclose);
    }

    static Handle space(Calls calls, long id) {
        return new Handle(calls, id, Calls::H5Sclose);
    }

    static Handle properties(Calls calls, long id) {
        return new Handle(calls, id, Calls::H5Pclose);
    }

    /** A new list of that class, for example {@code H5P_CLS_FILE_ACCESS_ID_g}. */
    static Handle newProperties(Calls calls, String kind) {
        return properties(calls, calls.H5Pcreate(calls.global(kind)));
    }

    @Override
    public void close() {
        Hdf5.ok(closer.close(calls, id));
    }
}
