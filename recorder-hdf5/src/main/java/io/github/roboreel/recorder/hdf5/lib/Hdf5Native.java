package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.exceptions.HDF5LibraryException;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The only class that calls native code: JHDF5's low-level binding, and through JNA the calls it lacks or gets wrong
 * (H5Dwrite_chunk; variable-length strings, which its JNI passes as modified UTF-8). Every call holds the library's one
 * lock, and a failure becomes an {@link IOException}.
 */
public final class Hdf5Native {
    /** The filters of a dataset, in pipeline order. */
    public enum Filters {
        NONE,
        SHUFFLE_DEFLATE
    }

    private static final long DEFAULT_ERROR_STACK = 0;
    private static final long NO_ADDRESS = -1;
    private static final int TOO_LARGE_ERRNO = 27;
    private static final int NO_SPACE_ERRNO = 28;

    /** How the library reports a failed system call. */
    private static final Pattern SYSTEM_ERROR = Pattern.compile("errno = (\\d+), error message = '([^']*)'");

    /** Names JHDF5's native library. */
    public static final String LIBRARY_PROPERTY = "native.libpath.sis-jhdf5";

    private static final String DEBIAN_JNI_FOLDER = "/usr/lib/jni";

    private Hdf5Native() {}

    /** The calls that JHDF5 lacks, on the same shared library, so that ids are common. */
    private static final class Direct {
        static {
            H5.loadH5Lib();
            Native.register(Direct.class, "libhdf5_serial.so.103");
        }

        private Direct() {}

        static native int H5Dwrite_chunk(
                long dataset, long transfer, int mask, long[] offset, long size, Pointer bytes);

        static native int H5Awrite(long attribute, long type, Pointer value);

        static native int H5Eset_auto2(long stack, Pointer function, Pointer data);

        static native int H5Dget_chunk_info_by_coord(
                long dataset, long[] offset, IntByReference mask, LongByReference at, LongByReference size);
    }

    @FunctionalInterface
    public interface Call<T> {
        T run() throws IOException;
    }

    /** Loads the native libraries; the first call to make. */
    public static void load() throws IOException {
        try {
            pointToLibrary();
            checked("initialise HDF5", H5::H5open);
        } catch (UnsatisfiedLinkError | NoClassDefFoundError | ExceptionInInitializerError e) {
            throw new IOException(
                    "the native HDF5 library cannot be loaded; install Debian's libsis-jhdf5-jni, or "
                            + "name its libsis-jhdf5.so with -D"
                            + LIBRARY_PROPERTY,
                    e);
        }
    }

    /**
     * Without this property JHDF5 looks for a copy of the library inside its jar first, with a helper that Debian's jar
     * does not bring along.
     */
    private static void pointToLibrary() {
        if (System.getProperty(LIBRARY_PROPERTY) != null) {
            return;
        }
        String folders = System.getProperty("java.library.path", "") + ":" + DEBIAN_JNI_FOLDER;
        for (String folder : folders.split(":")) {
            Path library = Path.of(folder, "libsis-jhdf5.so");
            if (Files.exists(library)) {
                System.setProperty(LIBRARY_PROPERTY, library.toString());
                return;
            }
        }
    }

    /** Runs native calls under the library's lock; {@code doing} completes "HDF5 could not". */
    public static <T> T checked(String doing, Call<T> call) throws IOException {
        synchronized (H5.class) {
            try {
                // HDF5's printing of its error stack is switched off for each thread by itself.
                Direct.H5Eset_auto2(DEFAULT_ERROR_STACK, Pointer.NULL, Pointer.NULL);
                return call.run();
            } catch (HDF5LibraryException e) {
                throw new IOException("HDF5 could not " + doing + ": " + reason(e), e);
            }
        }
    }

    private static String reason(HDF5LibraryException e) {
        Matcher error = SYSTEM_ERROR.matcher(String.valueOf(e.getHDF5ErrorStackAsString()));
        if (!error.find()) {
            return String.valueOf(e.getMessage());
        }
        return switch (Integer.parseInt(error.group(1))) {
            case NO_SPACE_ERRNO -> "the disk is full";
            case TOO_LARGE_ERRNO -> "it hit the file size limit";
            default -> error.group(2);
        };
    }

    /** Fails a call made past JHDF5 as JHDF5 fails its own. */
    static void require(boolean ok, String doing) {
        if (!ok) {
            throw new HDF5LibraryException("the native call failed while it had to " + doing);
        }
    }

    // ---- files

    /** Creates a file in the newest format, which SWMR needs. */
    public static long createFile(Path path) throws IOException {
        return checked("create " + path, () -> {
            long access = H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS);
            try {
                int latest = HDF5Constants.H5F_LIBVER_LATEST;
                H5.H5Pset_libver_bounds(access, latest, latest);
                return FileNames.create(path.toString(), access);
            } finally {
                H5.H5Pclose(access);
            }
        });
    }

    public static void closeFile(long file) throws IOException {
        checked("close the file", () -> H5.H5Fclose(file));
    }

    public static void flush(long file) throws IOException {
        checked("flush the file", () -> H5.H5Fflush(file, HDF5Constants.H5F_SCOPE_LOCAL));
    }

    /** From here on readers may open the file while it grows. */
    public static void startSwmrWrite(long file) throws IOException {
        checked("switch the file to SWMR", () -> {
            H5.H5Fstart_swmr_write(file);
            return 0;
        });
    }

    // ---- objects

    /**
     * Creates a group whose attributes stay in its header, where SWMR can rewrite them, and up to 64 links too, which
     * takes less room.
     */
    public static long createGroup(long parent, String path) throws IOException {
        return checked("create group " + path, () -> {
            long create = H5.H5Pcreate(HDF5Constants.H5P_GROUP_CREATE);
            try {
                H5.H5Pset_attr_phase_change(create, 64, 0);
                H5.H5Pset_link_phase_change(create, 64, 0);
                return H5.H5Gcreate(parent, path, HDF5Constants.H5P_DEFAULT, create, HDF5Constants.H5P_DEFAULT);
            } finally {
                H5.H5Pclose(create);
            }
        });
    }

    /** Opens a group or dataset below {@code parent}. */
    public static long openObject(long parent, String path) throws IOException {
        return checked("open " + path, () -> H5.H5Oopen(parent, path, HDF5Constants.H5P_DEFAULT));
    }

    /** Closes a group or dataset. */
    public static void closeObject(long object) throws IOException {
        checked("close an object", () -> H5.H5Oclose(object));
    }

    // ---- types

    /** A fixed-length, NUL-padded string type; to be closed. */
    public static long stringType(int bytes, boolean utf8) throws IOException {
        return checked("make a string type", () -> {
            long type = H5.H5Tcopy(HDF5Constants.H5T_C_S1);
            H5.H5Tset_size(type, bytes);
            H5.H5Tset_strpad(type, HDF5Constants.H5T_STR_NULLPAD);
            H5.H5Tset_cset(type, charset(utf8));
            return type;
        });
    }

    /** The variable-length UTF-8 string type; to be closed. */
    static long textType() throws IOException {
        return checked("make a string type", () -> {
            long type = H5.H5Tcopy(HDF5Constants.H5T_C_S1);
            H5.H5Tset_size(type, HDF5Constants.H5T_VARIABLE);
            H5.H5Tset_cset(type, charset(true));
            return type;
        });
    }

    private static int charset(boolean utf8) {
        return utf8 ? HDF5Constants.H5T_CSET_UTF8 : HDF5Constants.H5T_CSET_ASCII;
    }

    /** IEEE 754 binary16, little-endian; to be closed. */
    static long float16Type() throws IOException {
        return checked("make the float16 type", () -> {
            long type = H5.H5Tcopy(HDF5Constants.H5T_IEEE_F32LE);
            H5.H5Tset_fields(type, 15L, 10L, 5L, 0L, 10L);
            H5.H5Tset_size(type, 2);
            H5.H5Tset_ebias(type, 15L);
            return type;
        });
    }

    /** The enum that h5py reads as bool; to be closed. */
    static long boolType() throws IOException {
        return checked("make the bool type", () -> {
            long type = H5.H5Tenum_create(HDF5Constants.H5T_STD_I8LE);
            H5.H5Tenum_insert(type, "FALSE", new byte[] {0});
            H5.H5Tenum_insert(type, "TRUE", new byte[] {1});
            return type;
        });
    }

    public static void closeType(long type) throws IOException {
        checked("close a type", () -> H5.H5Tclose(type));
    }

    // ---- attributes

    /** Creates a scalar attribute holding these bytes of that type. */
    static void createAttribute(long object, String name, long type, byte[] value) throws IOException {
        createScalar(object, name, type, id -> H5.H5Awrite(id, type, value));
    }

    /** Creates a scalar variable-length string attribute. */
    static void createText(long object, String name, long textType, String value) throws IOException {
        createScalar(object, name, textType, id -> writeText(id, textType, value));
    }

    @FunctionalInterface
    private interface Write {
        int to(long attribute);
    }

    private static void createScalar(long object, String name, long type, Write write) throws IOException {
        checked("create attribute " + name, () -> {
            long space = H5.H5Screate(HDF5Constants.H5S_SCALAR);
            try {
                long def = HDF5Constants.H5P_DEFAULT;
                long id = H5.H5Acreate(object, name, type, space, def, def);
                try {
                    return write.to(id);
                } finally {
                    H5.H5Aclose(id);
                }
            } finally {
                H5.H5Sclose(space);
            }
        });
    }

    private static int writeText(long attribute, long type, String value) {
        byte[] utf8 = value.getBytes(StandardCharsets.UTF_8);
        try (Memory text = new Memory(utf8.length + 1L);
                Memory reference = new Memory(Native.POINTER_SIZE)) {
            text.write(0, utf8, 0, utf8.length);
            text.setByte(utf8.length, (byte) 0);
            reference.setPointer(0, text);
            require(Direct.H5Awrite(attribute, type, reference) >= 0, "write a string");
            return 0;
        }
    }

    /**
     * Rewrites an existing attribute of the object at {@code path}. The object is opened first: HDF5 1.10 cannot write
     * an attribute that was opened with H5Aopen_by_name.
     */
    static void rewriteAttribute(long file, String path, String name, long type, byte[] value) throws IOException {
        checked("rewrite attribute " + path + "@" + name, () -> {
            long object = H5.H5Oopen(file, path, HDF5Constants.H5P_DEFAULT);
            try {
                return rewrite(object, name, type, value);
            } finally {
                H5.H5Oclose(object);
            }
        });
    }

    private static int rewrite(long object, String name, long type, byte[] value) {
        long id = H5.H5Aopen(object, name, HDF5Constants.H5P_DEFAULT);
        try {
            return H5.H5Awrite(id, type, value);
        } finally {
            H5.H5Aclose(id);
        }
    }

    // ---- datasets

    /**
     * Element type on disk; for float16, bool and text a new one, to be closed by {@link #release}.
     *
     * @param bytes of a stored element, which tells the length of a text
     */
    public static long elementType(DType dtype, int bytes) throws IOException {
        return switch (dtype) {
            case FLOAT16 -> float16Type();
            case BOOL -> boolType();
            case TEXT -> stringType(bytes, true);
            case INT8 -> HDF5Constants.H5T_STD_I8LE;
            case UINT32 -> HDF5Constants.H5T_STD_U32LE;
            case UINT64 -> HDF5Constants.H5T_STD_U64LE;
            case FLOAT32 -> HDF5Constants.H5T_IEEE_F32LE;
            case FLOAT64 -> HDF5Constants.H5T_IEEE_F64LE;
            case INT16 -> HDF5Constants.H5T_STD_I16LE;
            case INT32 -> HDF5Constants.H5T_STD_I32LE;
            case INT64 -> HDF5Constants.H5T_STD_I64LE;
            case UINT8 -> HDF5Constants.H5T_STD_U8LE;
            case UINT16 -> HDF5Constants.H5T_STD_U16LE;
        };
    }

    /** Gives back what {@link #elementType} made. */
    public static void release(DType dtype, long type) throws IOException {
        if (dtype == DType.FLOAT16 || dtype == DType.BOOL || dtype.isText()) {
            closeType(type);
        }
    }

    /** As below, with chunks of whole rows. */
    public static long createDataset(long parent, String path, long type, long[] chunk, Filters filters, int level)
            throws IOException {
        return createDataset(parent, path, type, chunk, chunk, filters, level);
    }

    /**
     * Creates an empty chunked dataset, unlimited on axis 0 only, with its parent groups.
     *
     * @param shape its first axis does not count
     */
    public static long createDataset(
            long parent, String path, long type, long[] shape, long[] chunk, Filters filters, int level)
            throws IOException {
        long[] dims = shape.clone();
        dims[0] = 0;
        long[] maxDims = shape.clone();
        maxDims[0] = HDF5Constants.H5S_UNLIMITED;
        return checked("create dataset " + path, () -> {
            long link = H5.H5Pcreate(HDF5Constants.H5P_LINK_CREATE);
            long create = H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE);
            long space = H5.H5Screate_simple(dims.length, dims, maxDims);
            try {
                H5.H5Pset_create_intermediate_group(link, true);
                H5.H5Pset_chunk(create, chunk.length, chunk);
                H5.H5Pset_obj_track_times(create, false);
                if (filters == Filters.SHUFFLE_DEFLATE) {
                    H5.H5Pset_shuffle(create);
                    H5.H5Pset_deflate(create, level);
                }
                long access = HDF5Constants.H5P_DEFAULT;
                return H5.H5Dcreate(parent, path, type, space, link, create, access);
            } finally {
                H5.H5Sclose(space);
                H5.H5Pclose(create);
                H5.H5Pclose(link);
            }
        });
    }

    /** Opens a dataset without a chunk cache, for chunks that come ready-made. */
    public static long openUncached(long parent, String path) throws IOException {
        return checked("open dataset " + path, () -> {
            long access = H5.H5Pcreate(HDF5Constants.H5P_DATASET_ACCESS);
            try {
                H5.H5Pset_chunk_cache(access, 1, 0, 1.0);
                return H5.H5Dopen(parent, path, access);
            } finally {
                H5.H5Pclose(access);
            }
        });
    }

    public static void setExtent(long dataset, long[] dims) throws IOException {
        checked("resize a dataset", () -> {
            H5.H5Dset_extent(dataset, dims);
            return 0;
        });
    }

    /**
     * Stores one finished chunk.
     *
     * @param offset element coordinates of the chunk's first element
     * @param skippedFilters bit i set: filter i of the pipeline was not applied
     * @param bytes direct buffer
     * @param start index of the chunk's first byte in it
     */
    public static void writeChunk(
            long dataset, long[] offset, int skippedFilters, ByteBuffer bytes, int start, int size) throws IOException {
        checked("write a chunk", () -> {
            Pointer memory = Native.getDirectBufferPointer(bytes).share(start);
            long transfer = HDF5Constants.H5P_DEFAULT;
            int result = Direct.H5Dwrite_chunk(dataset, transfer, skippedFilters, offset, size, memory);
            require(result >= 0, "write a chunk");
            return 0;
        });
    }

    /**
     * Which filters the chunk at these element coordinates skipped; -1 when there is no such chunk. Takes time with the
     * dataset's number of chunks.
     */
    public static int skippedFilters(long dataset, long[] offset) throws IOException {
        return checked("look for a chunk", () -> {
            IntByReference mask = new IntByReference();
            LongByReference address = new LongByReference(NO_ADDRESS);
            LongByReference size = new LongByReference();
            int result = Direct.H5Dget_chunk_info_by_coord(dataset, offset, mask, address, size);
            boolean found = result >= 0 && address.getValue() != NO_ADDRESS;
            return found ? mask.getValue() : -1;
        });
    }
}
