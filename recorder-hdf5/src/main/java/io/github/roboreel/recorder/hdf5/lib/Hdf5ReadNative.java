package io.github.roboreel.recorder.hdf5.lib;

import com.sun.jna.Memory;
import com.sun.jna.Native;
import com.sun.jna.Pointer;
import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.callbacks.H5L_iterate_t;
import hdf.hdf5lib.callbacks.H5O_iterate_t;
import hdf.hdf5lib.exceptions.HDF5Exception;
import hdf.hdf5lib.exceptions.HDF5LibraryException;
import hdf.hdf5lib.structs.H5O_info_t;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongConsumer;

/**
 * The native calls that reading needs beyond {@link Hdf5Native}. Every call holds the library's one lock, closes what
 * it opened, and turns a failure into an {@link IOException}.
 */
public final class Hdf5ReadNative {
    private static final int H5O_TYPE_GROUP = HDF5Constants.H5O_TYPE_GROUP;
    private static final int H5O_TYPE_DATASET = HDF5Constants.H5O_TYPE_DATASET;

    /** What an object is, without counting what it takes in the file. */
    private static final int H5O_INFO_BASIC = 1;

    static final int H5O_INFO_NUM_ATTRS = 4;

    private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

    private Hdf5ReadNative() {}

    /** Calls that JHDF5 lacks, on the same shared library, so that ids are common. */
    private static final class Direct {
        static {
            H5.loadH5Lib();
            Native.register(Direct.class, "libhdf5_serial.so.103");
        }

        private Direct() {}

        static native int H5Pset_file_locking(long access, byte use, byte ignoreWhenDisabled);

        static native int H5Pset_metadata_read_attempts(long access, int attempts);

        static native int H5Pset_fapl_log(long access, String logFile, long flags, long bufferSize);

        static native int H5Aread(long attribute, long type, Pointer values);

        static native int H5Dvlen_reclaim(long type, long space, long transfer, Pointer values);
    }

    /** An open id and how to close it. */
    public record Id(long value, LongConsumer closer) implements AutoCloseable {
        static Id type(long id) {
            return new Id(id, H5::H5Tclose);
        }

        static Id space(long id) {
            return new Id(id, H5::H5Sclose);
        }

        static Id properties(long id) {
            return new Id(id, H5::H5Pclose);
        }

        @Override
        public void close() {
            closer.accept(value);
        }
    }

    @FunctionalInterface
    public interface Call<T> {
        T run() throws IOException;
    }

    /** Runs native calls under the library's lock; {@code doing} completes "HDF5 could not". */
    public static <T> T checked(String doing, Call<T> call) throws IOException {
        synchronized (H5.class) {
            try {
                return call.run();
            } catch (HDF5Exception e) {
                throw new IOException("HDF5 could not " + doing + ": " + e.getMessage(), e);
            }
        }
    }

    /** Opens a file for reading; {@code swmr} while its recorder has it open. */
    public static long openFile(Path path, boolean swmr) throws IOException {
        int flags = HDF5Constants.H5F_ACC_RDONLY | (swmr ? HDF5Constants.H5F_ACC_SWMR_READ : 0);
        return checked("open " + path, () -> openUnlocked(path.toString(), flags));
    }

    /**
     * Opens a file that is being recorded, apart from what this very process may have open of it: through handles that
     * reader and writer share, HDF5 1.10 reads a chunk that was written ready-made with the filter mask of before.
     * Files of different drivers are never shared, and the driver that can log is the default one otherwise.
     */
    public static long openApart(Path path) throws IOException {
        int flags = HDF5Constants.H5F_ACC_RDONLY | HDF5Constants.H5F_ACC_SWMR_READ;
        return checked("open " + path, () -> {
            try (Id access = unlocked()) {
                if (Direct.H5Pset_fapl_log(access.value(), null, 0, 0) < 0) {
                    throw new HDF5LibraryException("the file driver cannot be set");
                }
                return FileNames.open(path.toString(), flags, access.value());
            }
        });
    }

    /**
     * Opens a file that nobody writes any more, apart from what this process may still have open of it as a live
     * reader: what such a reader knows of the file may be old. The driver is one that nothing else here uses.
     */
    public static long openClosed(Path path) throws IOException {
        return checked("open " + path, () -> {
            try (Id access = unlocked()) {
                H5.H5Pset_fapl_stdio(access.value());
                int flags = HDF5Constants.H5F_ACC_RDONLY;
                return FileNames.open(path.toString(), flags, access.value());
            }
        });
    }

    /** Opens a finished file to be written further, so that its death leaves it as readable. */
    public static long openToRepair(Path path) throws IOException {
        int flags = HDF5Constants.H5F_ACC_RDWR | HDF5Constants.H5F_ACC_SWMR_WRITE;
        return checked("open " + path, () -> openLatest(path.toString(), flags));
    }

    /** Opens a file that nobody writes for reading; {@code marked} when it was not closed. */
    public static long openAsLeft(Path path, boolean marked) throws IOException {
        int flags = HDF5Constants.H5F_ACC_RDONLY | (marked ? HDF5Constants.H5F_ACC_SWMR_READ : 0);
        return checked("open " + path, () -> {
            try (Id access = unlocked()) {
                readMetadataOnce(access);
                return FileNames.open(path.toString(), flags, access.value());
            }
        });
    }

    /** SWMR writing wants the newest format. */
    private static long openLatest(String path, int flags) {
        try (Id access = unlocked()) {
            int latest = HDF5Constants.H5F_LIBVER_LATEST;
            H5.H5Pset_libver_bounds(access.value(), latest, latest);
            readMetadataOnce(access);
            return FileNames.open(path, flags, access.value());
        }
    }

    /** In SWMR mode the library tries a damaged block again and again, almost for ever. */
    private static void readMetadataOnce(Id access) {
        if (Direct.H5Pset_metadata_read_attempts(access.value(), 1) < 0) {
            throw new HDF5LibraryException("the number of read attempts cannot be set");
        }
    }

    private static Id unlocked() {
        Id access = Id.properties(H5.H5Pcreate(HDF5Constants.H5P_FILE_ACCESS));
        if (Direct.H5Pset_file_locking(access.value(), (byte) 0, (byte) 1) < 0) {
            access.close();
            throw new HDF5LibraryException("file locking cannot be set");
        }
        return access;
    }

    /**
     * Without a lock, so that no reader can hinder a recorder; with one when this very process already has the file
     * open that way, since all its openings must agree.
     */
    private static long openUnlocked(String path, int flags) {
        try (Id access = unlocked()) {
            return FileNames.open(path, flags, access.value());
        } catch (HDF5LibraryException e) {
            if (!String.valueOf(e.getHDF5ErrorStackAsString()).contains("locking")) {
                throw e;
            }
            return FileNames.open(path, flags, DEFAULT);
        }
    }

    /** Paths of all datasets below a group, in byte-wise name order; each object once. */
    public static List<String> datasetPaths(long group) throws IOException {
        List<String> paths = new ArrayList<>();
        checked(
                "list the datasets",
                () -> H5.H5Ovisit(
                        group,
                        HDF5Constants.H5_INDEX_NAME,
                        HDF5Constants.H5_ITER_INC,
                        (id, name, info, context) -> {
                            if (info.type == HDF5Constants.H5O_TYPE_DATASET) {
                                paths.add(name);
                            }
                            return 0;
                        },
                        new Context()));
        return paths;
    }

    /** What each object of a file takes, its links followed once. */
    public static List<H5O_info_t> objects(long file) throws IOException {
        List<H5O_info_t> objects = new ArrayList<>();
        checked(
                "list the objects",
                () -> H5.H5Ovisit(
                        file,
                        HDF5Constants.H5_INDEX_NAME,
                        HDF5Constants.H5_ITER_NATIVE,
                        (id, name, info, context) -> {
                            objects.add(info);
                            return 0;
                        },
                        new Context()));
        return objects;
    }

    /** The binding wants an object to pass along. */
    private static final class Context implements H5L_iterate_t, H5O_iterate_t {}

    /** Names of the groups directly below a group, in byte-wise order; also of damaged ones. */
    public static List<String> groupNames(long group) throws IOException {
        return checked("list a group", () -> {
            List<String> groups = new ArrayList<>();
            for (String name : linkNames(group)) {
                if (maybeGroup(group, name)) {
                    groups.add(name);
                }
            }
            return groups;
        });
    }

    /** Names of everything directly below a group, in byte-wise order. */
    public static List<String> linkNames(long group) throws IOException {
        return checked("list a group", () -> {
            List<String> names = new ArrayList<>();
            H5.H5Literate(
                    group,
                    HDF5Constants.H5_INDEX_NAME,
                    HDF5Constants.H5_ITER_INC,
                    0,
                    (id, name, info, context) -> {
                        names.add(name);
                        return 0;
                    },
                    new Context());
            return names;
        });
    }

    /** One that is too damaged to tell counts, so that whoever opens it hears of it. */
    private static boolean maybeGroup(long parent, String name) {
        try {
            return isGroup(parent, name);
        } catch (IOException e) {
            return true;
        }
    }

    /** Whether {@code name} is a group directly below {@code parent}. */
    public static boolean isGroup(long parent, String name) throws IOException {
        return checked("look up " + name, () -> isOfType(parent, name, H5O_TYPE_GROUP));
    }

    /** Whether there is a dataset at this path below {@code parent}. */
    public static boolean isDataset(long parent, String path) throws IOException {
        return checked("look up " + path, () -> {
            for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
                if (!isOwn(parent, path.substring(0, at), H5O_TYPE_GROUP)) {
                    return false;
                }
            }
            return isOwn(parent, path, H5O_TYPE_DATASET);
        });
    }

    /** Soft and external links do not count: they may lead to other demos and other files. */
    private static boolean isOwn(long parent, String path, int type) {
        return H5.H5Lexists(parent, path, DEFAULT)
                && H5.H5Lget_info(parent, path, DEFAULT).type == HDF5Constants.H5L_TYPE_HARD
                && H5.H5Oget_info_by_name(parent, path, H5O_INFO_BASIC, DEFAULT).type == type;
    }

    /** Whether links lead from {@code parent} to an object of that type. */
    static boolean isOfType(long parent, String path, int type) {
        return H5.H5Lexists(parent, path, DEFAULT)
                && H5.H5Oexists_by_name(parent, path, DEFAULT)
                && H5.H5Oget_info_by_name(parent, path, H5O_INFO_BASIC, DEFAULT).type == type;
    }

    /** Drops what the library remembers of an object that a recorder may have changed. */
    public static void refresh(long object) throws IOException {
        checked("refresh an object", () -> {
            H5.H5Orefresh(object);
            return 0;
        });
    }

    /**
     * Rows {@code from} to {@code from + rows} as little-endian elements of {@code dtype}, into the start of
     * {@code out}.
     */
    public static void readRows(long dataset, DType dtype, long from, long rows, byte[] out) throws IOException {
        checked("read rows", () -> {
            try (Id type = memoryType(dataset, dtype);
                    Id file = Id.space(H5.H5Dget_space(dataset))) {
                int rank = H5.H5Sget_simple_extent_ndims(file.value());
                if (rank == 0) {
                    long all = HDF5Constants.H5S_ALL;
                    return H5.H5Dread(dataset, type.value(), all, all, DEFAULT, out);
                }
                long[] start = new long[rank];
                long[] count = new long[rank];
                H5.H5Sget_simple_extent_dims(file.value(), count, null);
                start[0] = from;
                count[0] = rows;
                int set = HDF5Constants.H5S_SELECT_SET;
                H5.H5Sselect_hyperslab(file.value(), set, start, null, count, null);
                try (Id memory = Id.space(H5.H5Screate_simple(rank, count, null))) {
                    return H5.H5Dread(dataset, type.value(), memory.value(), file.value(), DEFAULT, out);
                }
            }
        });
    }

    /** Length of the step axis. */
    public static long rows(long dataset) throws IOException {
        return checked("look at a dataset", () -> {
            try (Id space = Id.space(H5.H5Dget_space(dataset))) {
                List<Long> shape = shape(space.value());
                return shape.isEmpty() ? 1 : shape.get(0);
            }
        });
    }

    /** Little-endian elements of that type, as rows are passed in and out. */
    static Id memoryType(long dataset, DType dtype) throws IOException {
        return switch (dtype) {
            case FLOAT16 -> Id.type(Hdf5Native.float16Type());
            case FLOAT32 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_IEEE_F32LE));
            case FLOAT64 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_IEEE_F64LE));
            case INT16 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_I16LE));
            case INT32 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_I32LE));
            case INT64 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_I64LE));
            case UINT8 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_U8LE));
            case UINT16 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_U16LE));
            case INT8 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_I8LE));
            case UINT32 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_U32LE));
            case UINT64 -> Id.type(H5.H5Tcopy(HDF5Constants.H5T_STD_U64LE));
            case BOOL, TEXT -> Id.type(H5.H5Dget_type(dataset));
        };
    }

    /**
     * How a dataset is stored.
     *
     * @param dtype empty when the recorder's types do not include it
     * @param typeName the stored type, for messages
     * @param shape empty for a scalar; of texts the last axis is their bytes
     */
    public record Layout(
            Optional<DType> dtype,
            String typeName,
            List<Long> shape,
            List<Long> chunkShape,
            List<String> filters,
            long storedBytes) {}

    /** Describes an open dataset. */
    public static Layout layout(long dataset) throws IOException {
        return checked("look at a dataset", () -> {
            try (Id type = Id.type(H5.H5Dget_type(dataset));
                    Id space = Id.space(H5.H5Dget_space(dataset));
                    Id create = Id.properties(H5.H5Dget_create_plist(dataset))) {
                List<Long> shape = shape(space.value());
                List<Long> chunk = chunkShape(create.value(), shape.size());
                Optional<DType> dtype = dtype(type.value());
                if (dtype.filter(DType::isText).isPresent()) {
                    long bytes = H5.H5Tget_size(type.value());
                    shape = with(shape, bytes);
                }
                return new Layout(
                        dtype,
                        typeName(type.value()),
                        shape,
                        chunk,
                        filters(create.value()),
                        H5.H5Dget_storage_size(dataset));
            }
        });
    }

    private static List<Long> with(List<Long> shape, long textBytes) {
        List<Long> longer = new ArrayList<>(shape);
        longer.add(textBytes);
        return List.copyOf(longer);
    }

    private static List<Long> shape(long space) {
        if (H5.H5Sget_simple_extent_type(space) == HDF5Constants.H5S_NULL) {
            return List.of(0L);
        }
        long[] sizes = new long[H5.H5Sget_simple_extent_ndims(space)];
        if (sizes.length > 0) {
            H5.H5Sget_simple_extent_dims(space, sizes, null);
        }
        return Arrays.stream(sizes).boxed().toList();
    }

    private static List<Long> chunkShape(long create, int rank) {
        if (rank == 0 || H5.H5Pget_layout(create) != HDF5Constants.H5D_CHUNKED) {
            return List.of();
        }
        long[] sizes = new long[rank];
        H5.H5Pget_chunk(create, rank, sizes);
        return Arrays.stream(sizes).boxed().toList();
    }

    private static List<String> filters(long create) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < H5.H5Pget_nfilters(create); i++) {
            String[] name = {""};
            long[] valueCount = {0};
            int id = H5.H5Pget_filter(create, i, new int[1], valueCount, new int[1], 128, name, new int[1]);
            names.add(name[0] == null || name[0].isEmpty() ? "filter " + id : name[0]);
        }
        return names;
    }

    private static Optional<DType> dtype(long type) {
        int kind = H5.H5Tget_class(type);
        int bytes = (int) H5.H5Tget_size(type);
        if (kind == HDF5Constants.H5T_FLOAT) {
            return floatType(bytes);
        }
        if (kind == HDF5Constants.H5T_INTEGER) {
            boolean signed = H5.H5Tget_sign(type) != HDF5Constants.H5T_SGN_NONE;
            return signed ? signedType(bytes) : unsignedType(bytes);
        }
        if (kind == HDF5Constants.H5T_STRING && !H5.H5Tis_variable_str(type)) {
            return Optional.of(DType.TEXT);
        }
        return kind == HDF5Constants.H5T_ENUM && isBool(type) ? Optional.of(DType.BOOL) : Optional.empty();
    }

    private static Optional<DType> floatType(int bytes) {
        return switch (bytes) {
            case 2 -> Optional.of(DType.FLOAT16);
            case 4 -> Optional.of(DType.FLOAT32);
            case 8 -> Optional.of(DType.FLOAT64);
            default -> Optional.empty();
        };
    }

    private static Optional<DType> signedType(int bytes) {
        return switch (bytes) {
            case 1 -> Optional.of(DType.INT8);
            case 2 -> Optional.of(DType.INT16);
            case 4 -> Optional.of(DType.INT32);
            case 8 -> Optional.of(DType.INT64);
            default -> Optional.empty();
        };
    }

    private static Optional<DType> unsignedType(int bytes) {
        return switch (bytes) {
            case 1 -> Optional.of(DType.UINT8);
            case 2 -> Optional.of(DType.UINT16);
            case 4 -> Optional.of(DType.UINT32);
            case 8 -> Optional.of(DType.UINT64);
            default -> Optional.empty();
        };
    }

    /** h5py's bool: one byte, FALSE 0 and TRUE 1. */
    static boolean isBool(long type) {
        if (H5.H5Tget_size(type) != 1 || H5.H5Tget_nmembers(type) != 2) {
            return false;
        }
        byte[] zero = {0};
        byte[] one = {1};
        return nameOf(type, zero).equals("FALSE") && nameOf(type, one).equals("TRUE");
    }

    private static String nameOf(long enumType, byte[] value) {
        try {
            return H5.H5Tenum_nameof(enumType, value, 256);
        } catch (HDF5LibraryException e) {
            return "";
        }
    }

    private static String typeName(long type) {
        int kind = H5.H5Tget_class(type);
        String bits = String.valueOf(8 * H5.H5Tget_size(type));
        if (kind == HDF5Constants.H5T_INTEGER) {
            boolean signed = H5.H5Tget_sign(type) != HDF5Constants.H5T_SGN_NONE;
            return (signed ? "int" : "uint") + bits;
        }
        if (kind == HDF5Constants.H5T_FLOAT) {
            return "float" + bits;
        }
        return H5.H5Tget_class_name(kind).replaceFirst("^H5T_", "").toLowerCase(Locale.ROOT);
    }

    /**
     * All attributes of an object in byte-wise name order: Long, Double, Boolean or String; a List of them for an
     * array.
     */
    public static Map<String, Object> attributes(long object) throws IOException {
        return checked("read attributes", () -> {
            Map<String, Object> values = new LinkedHashMap<>();
            long count = H5.H5Oget_info(object, H5O_INFO_NUM_ATTRS).num_attrs;
            for (long i = 0; i < count; i++) {
                try (Id attribute = openAttribute(object, i)) {
                    String name = H5.H5Aget_name(attribute.value());
                    values.put(name, attributeValue(attribute.value()));
                }
            }
            return values;
        });
    }

    static Id openAttribute(long object, long index) {
        int byName = HDF5Constants.H5_INDEX_NAME;
        int order = HDF5Constants.H5_ITER_INC;
        long id = H5.H5Aopen_by_idx(object, ".", byName, order, index, DEFAULT, DEFAULT);
        return new Id(id, H5::H5Aclose);
    }

    public static Object attributeValue(long attribute) {
        try (Id type = Id.type(H5.H5Aget_type(attribute));
                Id space = Id.space(H5.H5Aget_space(attribute))) {
            int extent = H5.H5Sget_simple_extent_type(space.value());
            if (extent == HDF5Constants.H5S_NULL) {
                return "";
            }
            int count = Math.toIntExact(H5.H5Sget_simple_extent_npoints(space.value()));
            List<Object> values = elements(attribute, type.value(), space.value(), count);
            return extent == HDF5Constants.H5S_SCALAR ? values.get(0) : List.copyOf(values);
        }
    }

    private static List<Object> elements(long attribute, long type, long space, int count) {
        if (count == 0) {
            return List.of();
        }
        int kind = H5.H5Tget_class(type);
        if (kind == HDF5Constants.H5T_INTEGER) {
            long[] values = new long[count];
            raw(attribute, HDF5Constants.H5T_STD_I64LE, count * 8)
                    .asLongBuffer()
                    .get(values);
            return Arrays.stream(values).<Object>mapToObj(v -> v).toList();
        }
        if (kind == HDF5Constants.H5T_FLOAT) {
            double[] values = new double[count];
            raw(attribute, HDF5Constants.H5T_IEEE_F64LE, count * 8)
                    .asDoubleBuffer()
                    .get(values);
            return Arrays.stream(values).<Object>mapToObj(v -> v).toList();
        }
        if (kind == HDF5Constants.H5T_STRING && H5.H5Tis_variable_str(type)) {
            return variableTexts(attribute, type, space, count);
        }
        if (kind == HDF5Constants.H5T_STRING || kind == HDF5Constants.H5T_ENUM) {
            return fixedElements(attribute, type, count);
        }
        return Collections.nCopies(count, "value of type " + typeName(type) + " not read");
    }

    private static ByteBuffer raw(long attribute, long memoryType, int bytes) {
        byte[] values = new byte[bytes];
        H5.H5Aread(attribute, memoryType, values);
        return ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static List<Object> fixedElements(long attribute, long type, int count) {
        int bytes = (int) H5.H5Tget_size(type);
        byte[] all = raw(attribute, type, count * bytes).array();
        boolean text = H5.H5Tget_class(type) == HDF5Constants.H5T_STRING;
        boolean spaces = text && H5.H5Tget_strpad(type) == HDF5Constants.H5T_STR_SPACEPAD;
        boolean bool = !text && isBool(type);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            byte[] one = Arrays.copyOfRange(all, i * bytes, (i + 1) * bytes);
            if (bool) {
                values.add(one[0] != 0);
            } else {
                values.add(text ? text(one, spaces) : nameOf(type, one));
            }
        }
        return values;
    }

    /** The text in a padded field. */
    static String text(byte[] padded, boolean spaces) {
        int end = 0;
        while (end < padded.length && padded[end] != 0) {
            end++;
        }
        String text = new String(padded, 0, end, StandardCharsets.UTF_8);
        return spaces ? text.stripTrailing() : text;
    }

    /** Past JHDF5's own call, which decodes modified UTF-8 and so garbles emoji. */
    private static List<Object> variableTexts(long attribute, long type, long space, int count) {
        try (Memory references = new Memory((long) count * Native.POINTER_SIZE)) {
            references.clear();
            if (Direct.H5Aread(attribute, type, references) < 0) {
                throw new HDF5LibraryException("a text cannot be read");
            }
            List<Object> texts = new ArrayList<>();
            for (Pointer one : references.getPointerArray(0, count)) {
                texts.add(one == null ? "" : one.getString(0, StandardCharsets.UTF_8.name()));
            }
            Direct.H5Dvlen_reclaim(type, space, DEFAULT, references);
            return texts;
        }
    }
}
