package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.FileFaultException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The native HDF5 library: loaded once, used by one thread at a time. Everything that calls it does so through
 * {@link #checked}, which holds the one lock and turns a failure into an {@link IOException}.
 */
public final class Hdf5 {
    /** System property that names the file of JHDF5's native library. */
    public static final String LIBRARY_PROPERTY = "native.libpath.sis-jhdf5";

    /** {@code H5P_DEFAULT}, and {@code H5S_ALL} of dataspaces. */
    static final long DEFAULT = 0;

    static final int BY_NAME = 0;
    static final int INCREASING = 0;

    private static final Object LOCK = new Object();

    /** The library prints its errors unless told otherwise, thread by thread. */
    private static final ThreadLocal<Boolean> QUIET = new ThreadLocal<>();

    private Hdf5() {}

    /** Loads the library when it is first used. */
    private static final class Binding {
        static final Calls CALLS = new JhdfCalls();

        static {
            CALLS.H5dont_atexit();
            CALLS.H5open();
        }

        private Binding() {}
    }

    /** Native calls under the lock. */
    @FunctionalInterface
    interface Call<T> {
        T run(Calls calls) throws IOException;
    }

    /**
     * Loads the native library.
     *
     * @throws IOException when it is not there
     */
    public static void load() throws IOException {
        try {
            checked("initialise", Calls::H5open);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
            throw new IOException(
                    "the native HDF5 library cannot be loaded; install Debian's libsis-jhdf5-jni, or name its"
                            + " libsis-jhdf5.so with -D"
                            + LIBRARY_PROPERTY,
                    e);
        }
    }

    /** Runs native calls under the library's lock; {@code doing} completes "HDF5 could not". */
    static <T> T checked(String doing, Call<T> call) throws IOException {
        synchronized (LOCK) {
            Calls calls = Binding.CALLS;
            if (QUIET.get() == null) {
                calls.H5Eset_auto2(DEFAULT, 0, 0);
                QUIET.set(true);
            }
            try {
                return call.run(calls);
            } catch (H5Exception e) {
                throw new FileFaultException(e.kind(), "HDF5 could not " + doing + ": " + e.getMessage(), e);
            }
        }
    }

    /** Result of a native call, unless it failed. */
    static long ok(long result) {
        if (result < 0) {
            throw H5Exception.of(Binding.CALLS);
        }
        return result;
    }

    /** As above; of a question, 1 for yes. */
    static int ok(int result) {
        return (int) ok((long) result);
    }

    static boolean isTrue(int result) {
        return ok(result) > 0;
    }

    /** A text as the library takes it. */
    static byte[] utf8(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length + 1);
    }

    /** The text in a field that ends in NULs or, with {@code spaces}, in blanks. */
    static String text(byte[] padded, boolean spaces) {
        int end = 0;
        while (end < padded.length && padded[end] != 0) {
            end++;
        }
        String text = new String(padded, 0, end, StandardCharsets.UTF_8);
        return spaces ? text.stripTrailing() : text;
    }
}
