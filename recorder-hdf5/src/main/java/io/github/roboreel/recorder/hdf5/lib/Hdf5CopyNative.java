package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.LongByReference;
import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.exceptions.HDF5LibraryException;
import hdf.hdf5lib.structs.H5O_info_t;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;

/**
 * The native calls that copying a run file as it is stored needs beyond {@link Hdf5Native} and {@link Hdf5ReadNative}.
 * Every call holds the library's one lock, closes what it opened, and turns a failure into an {@link IOException}.
 */
public final class Hdf5CopyNative {
    private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

    /** {@code H5D_CHUNK_IDX_EARRAY}, which the binding does not name. */
    private static final int EXTENSIBLE_ARRAY = 4;

    private static final int BASIC_INFO = 1;

    /** Before each object in a global heap. */
    private static final int HEAP_HEAD_BYTES = 16;

    private Hdf5CopyNative() {}

    /** Calls that JHDF5 lacks, on the same shared library, so that ids are common. */
    private static final class Direct {
        static {
            H5.loadH5Lib();
            Native.register(Direct.class, "libhdf5_serial.so.103");
        }

        private Direct() {}

        static native int H5Dread_chunk(long dataset, long transfer, long[] offset, IntByReference mask, Pointer bytes);

        static native int H5Dget_chunk_storage_size(long dataset, long[] offset, LongByReference size);

        static native int H5Dget_chunk_index_type(long dataset, IntByReference type);

        static native int H5Aread(long attribute, long type, Pointer values);

        static native int H5Awrite(long attribute, long type, Pointer values);

        static native int H5Dvlen_reclaim(long type, long space, long transfer, Pointer values);
    }

    // ---- files

    /** Creates a file in the newest format that reserves no room: every block fits its content. */
    public static long createFile(Path path) throws IOException {
        return Hdf5Native.checked("create " + path, () -> {
            try (Id access = Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS))) {
                int latest = HDF5Constants.H5F_LIBVER_LATEST;
                H5.H5Pset_libver_bounds(access.value(), latest, latest);
                H5.H5Pset_meta_block_size(access.value(), 0);
                H5.H5Pset_small_data_block_size(access.value(), 0);
                return FileNames.create(path.toString(), access.value());
            }
        });
    }

    // ---- objects

    /** Opens a group or dataset directly below {@code parent}. */
    public static Id openChild(long parent, String name) throws IOException {
        return Hdf5Native.checked("open " + name, () -> new Id(H5.H5Oopen(parent, name, DEFAULT), H5::H5Oclose));
    }

    /** Opens the object at an address of the file. */
    public static Id openAt(long file, long address) throws IOException {
        return Hdf5Native.checked("open an object", () -> new Id(H5.H5Oopen_by_addr(file, address), H5::H5Oclose));
    }

    public static boolean isDataset(long object) throws IOException {
        return Hdf5Native.checked("look at an object", () -> H5.H5Iget_type(object) == HDF5Constants.H5I_DATASET);
    }

    /** Creates a group directly below {@code parent}. */
    public static Id createGroup(long parent, String name) throws IOException {
        return new Id(Hdf5Native.createGroup(parent, name), H5::H5Oclose);
    }

    /**
     * Refuses what a copy of the tree of objects would not be equal to.
     *
     * @throws IOException when it is no group or dataset, or another link leads to it
     */
    public static void requireOnlyLink(long parent, String name, String path) throws IOException {
        boolean only = Hdf5Native.checked(
                "look at " + path,
                () -> H5.H5Lget_info(parent, name, DEFAULT).type == HDF5Constants.H5L_TYPE_HARD
                        && isPlain(H5.H5Oget_info_by_name(parent, name, BASIC_INFO, DEFAULT)));
        if (!only) {
            throw new IOException(path + " is a link, or something that no recorder stores");
        }
    }

    private static boolean isPlain(H5O_info_t info) {
        boolean known = info.type == HDF5Constants.H5O_TYPE_GROUP || info.type == HDF5Constants.H5O_TYPE_DATASET;
        return known && info.rc == 1;
    }

    /** Bytes that a dataset's chunks take. */
    public static long storedBytes(long dataset) throws IOException {
        return Hdf5Native.checked("look at a dataset", () -> H5.H5Dget_storage_size(dataset));
    }

    /** Creates an empty dataset that is stored as this one is, of the same type and extent. */
    public static Id createLike(long dataset, long parent, String name) throws IOException {
        return Hdf5Native.checked("create " + name, () -> {
            try (Id type = Id.type(H5.H5Dget_type(dataset));
                    Id space = Id.space(H5.H5Dget_space(dataset));
                    Id create = Id.properties(H5.H5Dget_create_plist(dataset))) {
                long id = H5.H5Dcreate(parent, name, type.value(), space.value(), DEFAULT, create.value(), DEFAULT);
                return new Id(id, H5::H5Oclose);
            }
        });
    }

    /** Whether two datasets have the same type, extent, and way of being stored. */
    public static boolean areAlike(long one, long other) throws IOException {
        return Hdf5Native.checked("compare two datasets", () -> {
            try (Id type = Id.type(H5.H5Dget_type(one));
                    Id otherType = Id.type(H5.H5Dget_type(other));
                    Id space = Id.space(H5.H5Dget_space(one));
                    Id otherSpace = Id.space(H5.H5Dget_space(other));
                    Id create = Id.properties(H5.H5Dget_create_plist(one));
                    Id otherCreate = Id.properties(H5.H5Dget_create_plist(other))) {
                return H5.H5Tequal(type.value(), otherType.value())
                        && H5.H5Sextent_equal(space.value(), otherSpace.value())
                        && H5.H5Pequal(create.value(), otherCreate.value()) > 0;
            }
        });
    }

    // ---- chunks

    /**
     * The extent of a chunked dataset and the shape of its chunks.
     *
     * @param chunk empty when it has none
     */
    record Grid(long[] extent, long[] chunk) {}

    static Grid grid(long dataset) throws IOException {
        return Hdf5Native.checked("look at a dataset", () -> {
            try (Id space = Id.space(H5.H5Dget_space(dataset));
                    Id create = Id.properties(H5.H5Dget_create_plist(dataset))) {
                long[] extent = new long[H5.H5Sget_simple_extent_ndims(space.value())];
                boolean chunked = H5.H5Pget_layout(create.value()) == HDF5Constants.H5D_CHUNKED;
                long[] chunk = new long[chunked ? extent.length : 0];
                if (chunked) {
                    H5.H5Sget_simple_extent_dims(space.value(), extent, null);
                    H5.H5Pget_chunk(create.value(), chunk.length, chunk);
                }
                return new Grid(extent, chunk);
            }
        });
    }

    /** Bytes that the chunk at these element coordinates takes; 0 when there is none. */
    static long chunkBytes(long dataset, long[] offset) throws IOException {
        return Hdf5Native.checked("look for a chunk", () -> {
            LongByReference size = new LongByReference();
            if (Direct.H5Dget_chunk_storage_size(dataset, offset, size) < 0) {
                requireNotAllocated();
                return 0L;
            }
            return size.getValue();
        });
    }

    /** The library calls it a failure when there is no such chunk. */
    private static void requireNotAllocated() {
        HDF5LibraryException failure = new HDF5LibraryException("a chunk cannot be looked for");
        if (!String.valueOf(failure.getMessage()).contains("not allocated")) {
            throw failure;
        }
    }

    /**
     * Reads a chunk as it is stored into the start of a direct buffer.
     *
     * @return which filters it skipped
     */
    static int readChunk(long dataset, long[] offset, ByteBuffer into) throws IOException {
        return Hdf5Native.checked("read a chunk", () -> {
            IntByReference mask = new IntByReference();
            Pointer memory = Native.getDirectBufferPointer(into);
            int result = Direct.H5Dread_chunk(dataset, DEFAULT, offset, mask, memory);
            Hdf5Native.require(result >= 0, "read a chunk");
            return mask.getValue();
        });
    }

    /** Whether the library keeps the places of the dataset's chunks in an extensible array. */
    public static boolean hasExtensibleArray(long dataset) {
        IntByReference type = new IntByReference();
        return Direct.H5Dget_chunk_index_type(dataset, type) >= 0 && type.getValue() == EXTENSIBLE_ARRAY;
    }

    // ---- attributes

    /** What is done with the values of an attribute while they are in memory. */
    @FunctionalInterface
    interface Use<T> {
        T of(Values values) throws IOException;
    }

    /** The values of an attribute, texts of variable length as pointers. */
    record Values(long type, long space, long count, boolean areTexts, Memory memory) {
        /** The bytes of a fixed size; of texts, those of each with a NUL behind it. */
        byte[] bytes() {
            if (!areTexts) {
                return memory.getByteArray(0, Math.toIntExact(count * H5.H5Tget_size(type)));
            }
            byte[] all = {};
            for (Pointer text : texts()) {
                byte[] one = text == null ? new byte[0] : text.getByteArray(0, length(text));
                int start = all.length;
                all = Arrays.copyOf(all, start + one.length + 1);
                System.arraycopy(one, 0, all, start, one.length);
            }
            return all;
        }

        /** The heap puts a head before each text and aligns it; empty ones are not in there. */
        long heapBytes() {
            long bytes = 0;
            for (Pointer text : texts()) {
                int length = text == null ? 0 : length(text);
                bytes += length == 0 ? 0 : HEAP_HEAD_BYTES + (length + 7L) / 8 * 8;
            }
            return bytes;
        }

        private Pointer[] texts() {
            return areTexts ? memory.getPointerArray(0, Math.toIntExact(count)) : new Pointer[0];
        }

        private static int length(Pointer text) {
            return Math.toIntExact(text.indexOf(0, (byte) 0));
        }
    }

    /** Number of an object's attributes. */
    static long attributeCount(long object) throws IOException {
        return Hdf5Native.checked(
                "look at attributes", () -> H5.H5Oget_info(object, Hdf5ReadNative.H5O_INFO_NUM_ATTRS).num_attrs);
    }

    /** Copies all attributes of an object to one that has none. */
    public static void copyAttributes(long from, long to) throws IOException {
        Hdf5Native.checked("copy attributes", () -> {
            long count = attributeCount(from);
            for (long i = 0; i < count; i++) {
                try (Id attribute = Hdf5ReadNative.openAttribute(from, i)) {
                    String name = H5.H5Aget_name(attribute.value());
                    withValues(attribute.value(), values -> write(to, name, values));
                }
            }
            return 0;
        });
    }

    private static int write(long object, String name, Values values) {
        long id = H5.H5Acreate(object, name, values.type(), values.space(), DEFAULT, DEFAULT);
        try {
            int result = Direct.H5Awrite(id, values.type(), values.memory());
            Hdf5Native.require(result >= 0, "write attribute " + name);
            return result;
        } finally {
            H5.H5Aclose(id);
        }
    }

    /** Whether both objects have the same attributes with the same types and values. */
    public static boolean haveSameAttributes(long one, long other) throws IOException {
        return Hdf5Native.checked("compare attributes", () -> {
            long count = attributeCount(one);
            boolean same = attributeCount(other) == count;
            for (long i = 0; i < count && same; i++) {
                try (Id first = Hdf5ReadNative.openAttribute(one, i);
                        Id second = Hdf5ReadNative.openAttribute(other, i)) {
                    same = areSame(first.value(), second.value());
                }
            }
            return same;
        });
    }

    private static boolean areSame(long one, long other) throws IOException {
        return H5.H5Aget_name(one).equals(H5.H5Aget_name(other))
                && withValues(one, a -> withValues(other, b -> areSame(a, b)));
    }

    private static boolean areSame(Values one, Values other) {
        return H5.H5Tequal(one.type(), other.type())
                && H5.H5Sextent_equal(one.space(), other.space())
                && Arrays.equals(one.bytes(), other.bytes());
    }

    /** What the texts of variable length among an object's attributes take in the file's heap. */
    public static long heapBytes(long object) throws IOException {
        return Hdf5Native.checked("read attributes", () -> {
            long bytes = 0;
            long count = attributeCount(object);
            for (long i = 0; i < count; i++) {
                try (Id attribute = Hdf5ReadNative.openAttribute(object, i)) {
                    bytes += heapBytesOf(attribute.value());
                }
            }
            return bytes;
        });
    }

    private static long heapBytesOf(long attribute) throws IOException {
        try (Id type = Id.type(H5.H5Aget_type(attribute))) {
            return H5.H5Tis_variable_str(type.value()) ? withValues(attribute, Values::heapBytes) : 0;
        }
    }

    private static <T> T withValues(long attribute, Use<T> use) throws IOException {
        try (Id type = Id.type(H5.H5Aget_type(attribute));
                Id space = Id.space(H5.H5Aget_space(attribute))) {
            long count = H5.H5Sget_simple_extent_npoints(space.value());
            long bytes = Math.max(Long.BYTES, count * H5.H5Tget_size(type.value()));
            boolean texts = H5.H5Tis_variable_str(type.value());
            requireCopyable(type.value());
            try (Memory memory = new Memory(bytes)) {
                memory.clear();
                int result = Direct.H5Aread(attribute, type.value(), memory);
                Hdf5Native.require(result >= 0, "read an attribute");
                try {
                    return use.of(new Values(type.value(), space.value(), count, texts, memory));
                } finally {
                    if (texts) {
                        Direct.H5Dvlen_reclaim(type.value(), space.value(), DEFAULT, memory);
                    }
                }
            }
        }
    }

    /** References and lists of variable length lead elsewhere in their file. */
    private static void requireCopyable(long type) throws IOException {
        int kind = H5.H5Tget_class(type);
        boolean isPlain = kind == HDF5Constants.H5T_INTEGER
                || kind == HDF5Constants.H5T_FLOAT
                || kind == HDF5Constants.H5T_STRING
                || kind == HDF5Constants.H5T_ENUM;
        if (!isPlain) {
            throw new IOException("an attribute holds neither numbers nor texts");
        }
    }
}
