package io.github.roboreel.recorder.hdf5.lib;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
import io.github.roboreel.recorder.spi.files.ArrayFileReader.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;

/**
 * The native calls that array files need beyond {@link Hdf5Native} and {@link Hdf5ReadNative}. Every call holds the
 * library's one lock, closes what it opened, and turns a failure into an {@link IOException}.
 */
public final class Hdf5ArrayNative {
    private static final long DEFAULT = HDF5Constants.H5P_DEFAULT;

    private Hdf5ArrayNative() {}

    // ---- files

    /** Creates a file in the oldest format that holds it, which every reader reads. */
    public static long createFile(Path path) throws IOException {
        return Hdf5Native.checked("create " + path, () -> FileNames.create(path.toString(), DEFAULT));
    }

    /** Opens a file to write it further. */
    public static long openToAppend(Path path) throws IOException {
        int flags = HDF5Constants.H5F_ACC_RDWR;
        return Hdf5Native.checked(
                "open " + path + " for writing", () -> FileNames.open(path.toString(), flags, DEFAULT));
    }

    /** Name of the file that an object is in, which a link may have led to. */
    public static String fileOf(long object) throws IOException {
        return Hdf5Native.checked("look for a file", () -> H5.H5Fget_name(object));
    }

    // ---- objects

    /** What stands at a path below the root. */
    public static Kind kind(long file, String path) throws IOException {
        return Hdf5Native.checked("look up " + path, () -> kindOf(file, path));
    }

    private static Kind kindOf(long file, String path) {
        if (path.equals("/")) {
            return Kind.GROUP;
        }
        for (int at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1)) {
            if (!isGroup(file, path.substring(0, at))) {
                return Kind.NOTHING;
            }
        }
        if (isGroup(file, path)) {
            return Kind.GROUP;
        }
        if (!Hdf5ReadNative.isOfType(file, path, HDF5Constants.H5O_TYPE_DATASET)) {
            return Kind.NOTHING;
        }
        try (Id dataset = new Id(H5.H5Dopen(file, path, DEFAULT), H5::H5Dclose);
                Id type = Id.type(H5.H5Dget_type(dataset.value()))) {
            return kindOf(type.value());
        }
    }

    private static boolean isGroup(long file, String path) {
        return Hdf5ReadNative.isOfType(file, path, HDF5Constants.H5O_TYPE_GROUP);
    }

    private static Kind kindOf(long type) {
        int kind = H5.H5Tget_class(type);
        if (kind == HDF5Constants.H5T_STRING) {
            return Kind.TEXTS;
        }
        if (kind != HDF5Constants.H5T_VLEN) {
            return Kind.ARRAY;
        }
        try (Id element = Id.type(H5.H5Tget_super(type))) {
            boolean bytes = H5.H5Tget_class(element.value()) == HDF5Constants.H5T_INTEGER
                    && H5.H5Tget_size(element.value()) == 1;
            return bytes ? Kind.BLOBS : Kind.ARRAY;
        }
    }

    /** Creates a group, and those above it. */
    public static void createGroup(long file, String path) throws IOException {
        Hdf5Native.checked("create group " + path, () -> {
            try (Id link = withParents()) {
                long group = H5.H5Gcreate(file, path, link.value(), DEFAULT, DEFAULT);
                return H5.H5Oclose(group);
            }
        });
    }

    /** Creates a dataset of a fixed number of values, which lie one after the other. */
    public static void createFixed(long file, String path, long type, long[] shape, byte[] values) throws IOException {
        Hdf5Native.checked("create " + path, () -> {
            try (Id space = Id.space(H5.H5Screate_simple(shape.length, shape, null));
                    Id dataset = createUntimed(file, path, type, space)) {
                long all = HDF5Constants.H5S_ALL;
                return values.length == 0 ? 0 : H5.H5Dwrite(dataset.value(), type, all, all, DEFAULT, values);
            }
        });
    }

    /** Without the time of its making, so that equal files are equal byte by byte. */
    private static Id createUntimed(long file, String path, long type, Id space) {
        try (Id link = withParents();
                Id create = Id.properties(H5.H5Pcreate(HDF5Constants.H5P_DATASET_CREATE))) {
            H5.H5Pset_obj_track_times(create.value(), false);
            long dataset = H5.H5Dcreate(file, path, type, space.value(), link.value(), create.value(), DEFAULT);
            return new Id(dataset, H5::H5Dclose);
        }
    }

    private static Id withParents() {
        Id link = Id.properties(H5.H5Pcreate(HDF5Constants.H5P_LINK_CREATE));
        H5.H5Pset_create_intermediate_group(link.value(), true);
        return link;
    }

    // ---- rows

    /** Whether rows may be added to a dataset for ever. */
    public static boolean isGrowing(long dataset) throws IOException {
        return Hdf5Native.checked("look at a dataset", () -> {
            try (Id space = Id.space(H5.H5Dget_space(dataset))) {
                int rank = H5.H5Sget_simple_extent_ndims(space.value());
                long[] most = new long[Math.max(1, rank)];
                H5.H5Sget_simple_extent_dims(space.value(), new long[most.length], most);
                return rank > 0 && most[0] == HDF5Constants.H5S_UNLIMITED;
            }
        });
    }

    /** Writes little-endian rows over those that the dataset has from {@code from} on. */
    public static void writeRows(long dataset, DType dtype, long from, long rows, byte[] values) throws IOException {
        Hdf5Native.checked("write rows", () -> {
            try (Id type = Hdf5ReadNative.memoryType(dataset, dtype);
                    RowSlab slab = RowSlab.of(dataset, from, rows)) {
                return H5.H5Dwrite(
                        dataset,
                        type.value(),
                        slab.memory().value(),
                        slab.file().value(),
                        DEFAULT,
                        values);
            }
        });
    }

    // ---- attributes

    /** Removes an attribute when there is one of that name. */
    static void removeAttribute(long object, String name) throws IOException {
        Hdf5Native.checked(
                "replace attribute " + name, () -> H5.H5Aexists(object, name) ? H5.H5Adelete(object, name) : 0);
    }

    /** Scalar attributes in byte-wise name order: Long, Double, Boolean or String. */
    public static Map<String, Object> attributes(long object) throws IOException {
        Map<String, Object> values = new LinkedHashMap<>();
        eachAttribute(object, attribute -> {
            if (isScalar(attribute)) {
                values.put(H5.H5Aget_name(attribute), Hdf5ReadNative.attributeValue(attribute));
            }
        });
        return values;
    }

    /** Names of the attributes that are none of these, in the same order. */
    public static List<String> otherAttributes(long object) throws IOException {
        List<String> names = new ArrayList<>();
        eachAttribute(object, attribute -> {
            if (!isScalar(attribute)) {
                names.add(H5.H5Aget_name(attribute));
            }
        });
        return names;
    }

    private static void eachAttribute(long object, LongConsumer use) throws IOException {
        Hdf5Native.checked("read attributes", () -> {
            long count = H5.H5Oget_info(object, Hdf5ReadNative.H5O_INFO_NUM_ATTRS).num_attrs;
            for (long i = 0; i < count; i++) {
                try (Id attribute = Hdf5ReadNative.openAttribute(object, i)) {
                    use.accept(attribute.value());
                }
            }
            return count;
        });
    }

    private static boolean isScalar(long attribute) {
        try (Id type = Id.type(H5.H5Aget_type(attribute));
                Id space = Id.space(H5.H5Aget_space(attribute))) {
            int extent = H5.H5Sget_simple_extent_type(space.value());
            return extent == HDF5Constants.H5S_SCALAR && isReadable(type.value(), attribute);
        }
    }

    private static boolean isReadable(long type, long attribute) {
        int kind = H5.H5Tget_class(type);
        if (kind == HDF5Constants.H5T_INTEGER) {
            return fitsLong(type, attribute);
        }
        return kind == HDF5Constants.H5T_FLOAT
                || kind == HDF5Constants.H5T_STRING
                || kind == HDF5Constants.H5T_ENUM && Hdf5ReadNative.isBool(type);
    }

    /** The library would turn an unsigned number that is too large into the largest signed one. */
    private static boolean fitsLong(long type, long attribute) {
        boolean signed = H5.H5Tget_sign(type) != HDF5Constants.H5T_SGN_NONE;
        if (signed || H5.H5Tget_size(type) < Long.BYTES) {
            return true;
        }
        byte[] littleEndian = new byte[Long.BYTES];
        H5.H5Aread(attribute, HDF5Constants.H5T_STD_U64LE, littleEndian);
        return littleEndian[Long.BYTES - 1] >= 0;
    }
}
