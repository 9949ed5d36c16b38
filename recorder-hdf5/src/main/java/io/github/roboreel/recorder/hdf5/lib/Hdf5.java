package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.FileFaultException;
import io.github.roboreel.format.fault.IoAction;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;

/**
 * The native HDF5 library: loaded once, used by one thread at a time. Everything that calls it does so through
 * {@link #checked}, which holds the one lock and turns a failure into an {@link IOException}.
 */
public final class Hdf5 {
    /** System property: the binding that loads the library, by name, or {@code auto}. */
    public static final String BINDING_PROPERTY = "roboreel.hdf5.binding";

    /** {@code H5P_DEFAULT}, and {@code H5S_ALL} of dataspaces. */
    static final long DEFAULT = 0;

    static final int BY_NAME = 0;
    static final int INCREASING = 0;

    private static final Object LOCK = new Object();

    /** The library prints its errors unless told otherwise, thread by thread. */
    private static final ThreadLocal<Boolean> QUIET = new ThreadLocal<>();

    private Hdf5() {}

    /** Loads the library when it is first used. */
    private static final class Library {
        static final OpenedLibrary OPENED = OpenedLibrary.open(LibraryChoice.ofProcess());

        private Library() {}
    }

    /**
     * Loads the native library.
     *
     * @throws IOException when none can be loaded
     */
    public static void load() throws IOException {
        try {
            checked("initialise", Calls::H5open);
        } catch (UnsatisfiedLinkError e) {
            throw new IOException(e.getMessage(), e);
        }
    }

    /**
     * Loads the native library that is chosen, for the whole process and the workers it starts.
     *
     * @param binding who loads it; {@code auto} leaves the choice as it is
     * @param library file of HDF5's C library; empty leaves the choice as it is
     * @throws IOException when it cannot be loaded, or another one was before
     */
    public static void load(String binding, String library) throws IOException {
        LibraryChoice choice = LibraryChoice.of(binding, library);
        if (!choice.contradiction().isEmpty()) {
            throw new IOException(choice.contradiction());
        }
        if (choice.isMade()) {
            synchronized (LOCK) {
                choose(choice);
            }
        }
        load();
    }

    private static void choose(LibraryChoice choice) throws IOException {
        LibraryChoice before = LibraryChoice.ofProcess();
        choice.set();
        String loaded = Library.OPENED.label();
        if (loaded != null && !loaded.equals(choice.label())) {
            before.set();
            throw new IOException("HDF5 by " + choice.label() + " was asked for, but this process already uses "
                    + loaded + "; one process has one HDF5 library: choose it before the first file is opened");
        }
    }

    /** The system properties for a process that must use the same library, as a JVM's options. */
    public static List<String> inheritedOptions() {
        return LibraryChoice.ofProcess().options();
    }

    /**
     * The library's version and binding, such as {@code HDF5 1.10.8 (jhdf5)}, or its file where that was chosen; loads
     * it.
     *
     * @return why there is none, where none can be loaded
     */
    public static String description() {
        OpenedLibrary opened = Library.OPENED;
        return opened.calls() == null ? opened.problem() : "HDF5 " + opened.version() + " (" + opened.label() + ")";
    }

    private static Calls calls() {
        OpenedLibrary opened = Library.OPENED;
        if (opened.calls() == null) {
            throw new UnsatisfiedLinkError(opened.problem());
        }
        return opened.calls();
    }

    /** Runs native calls under the library's lock; {@code doing} completes "HDF5 could not". */
    static <T> T checked(String doing, IoFunction<Calls, T> call) throws IOException {
        synchronized (LOCK) {
            Calls calls = calls();
            if (QUIET.get() == null) {
                calls.H5Eset_auto2(DEFAULT, 0, 0);
                QUIET.set(true);
            }
            try {
                return call.apply(calls);
            } catch (H5Exception e) {
                throw new FileFaultException(e.kind(), "HDF5 could not " + doing + ": " + e.getMessage(), e);
            }
        }
    }

    /**
     * Keeps the library for one thread meanwhile: two that take turns call by call spend their time on the turns. The
     * work waits for nothing and ends within milliseconds.
     */
    public static void inOneTurn(IoAction work) throws IOException {
        synchronized (LOCK) {
            work.run();
        }
    }

    /** Result of a native call, unless it failed. */
    static long ok(long result) {
        if (result < 0) {
            throw H5Exception.of(calls());
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
