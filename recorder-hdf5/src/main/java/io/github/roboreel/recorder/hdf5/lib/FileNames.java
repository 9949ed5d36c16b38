package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Native;
import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.exceptions.HDF5LibraryException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Opens files whatever they are called: JHDF5 passes names as modified UTF-8, where a character beyond U+FFFF becomes
 * two that name no file. The caller holds the library's lock.
 */
final class FileNames {
    private FileNames() {}

    private static final class Direct {
        static {
            H5.loadH5Lib();
            Native.register(Direct.class, "libhdf5_serial.so.103");
        }

        private Direct() {}

        static native long H5Fcreate(byte[] name, int flags, long create, long access);

        static native long H5Fopen(byte[] name, int flags, long access);
    }

    /** As {@code H5Fcreate} of a file that must not exist. */
    static long create(String path, long access) {
        int flags = HDF5Constants.H5F_ACC_EXCL;
        long create = HDF5Constants.H5P_DEFAULT;
        return isPlain(path)
                ? H5.H5Fcreate(path, flags, create, access)
                : valid(Direct.H5Fcreate(utf8(path), flags, create, access), "create");
    }

    /** As {@code H5Fopen}. */
    static long open(String path, int flags, long access) {
        return isPlain(path)
                ? H5.H5Fopen(path, flags, access)
                : valid(Direct.H5Fopen(utf8(path), flags, access), "open");
    }

    private static boolean isPlain(String path) {
        return path.chars().noneMatch(c -> Character.isSurrogate((char) c));
    }

    /** NUL-terminated. */
    private static byte[] utf8(String path) {
        byte[] name = path.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(name, name.length + 1);
    }

    private static long valid(long file, String doing) {
        if (file < 0) {
            throw new HDF5LibraryException("Unable to " + doing + " file");
        }
        return file;
    }
}
