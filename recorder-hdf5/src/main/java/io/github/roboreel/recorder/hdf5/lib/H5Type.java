package io.github.roboreel.recorder.hdf5.lib;

import static io.github.roboreel.recorder.hdf5.lib.Hdf5.ok;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.binding.Calls;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Element type on disk and in memory, little-endian. For as long as it is open. */
public final class H5Type implements AutoCloseable {
    static final int INTEGER = 0;
    static final int FLOAT = 1;
    static final int STRING = 3;
    static final int ENUM = 8;
    static final int VLEN = 9;

    private static final List<String> CLASSES = List.of(
            "integer",
            "float",
            "time",
            "string",
            "bitfield",
            "opaque",
            "compound",
            "reference",
            "enum",
            "vlen",
            "array");

    private static final long VARIABLE = -1;
    private static final int NUL_PADDED = 1;
    static final int SPACE_PADDED = 2;
    private static final int UTF8 = 1;
    private static final int MAX_NAME = 256;
    private static final int HALF_BITS = 16;

    private final long id;
    private final boolean isOwned;

    private H5Type(long id, boolean isOwned) {
        this.id = ok(id);
        this.isOwned = isOwned;
    }

    long id() {
        return id;
    }

    /** To be closed instead of this. */
    Handle handle(Calls calls) {
        return isOwned ? Handle.type(calls, id) : Handle.ofNobody(id);
    }

    /**
     * Type of a field's elements.
     *
     * @param bytes of a stored element, which gives the length of a text
     */
    public static H5Type of(DType dtype, int bytes) throws IOException {
        int bits = Byte.SIZE * dtype.bytes();
        return switch (dtype.kind()) {
            case FLOATING ->
                bits == HALF_BITS
                        ? Hdf5.checked("make the float16 type", calls -> float16(calls, "LE"))
                        : predefined("H5T_IEEE_F" + bits + "LE_g");
            case SIGNED -> predefined("H5T_STD_I" + bits + "LE_g");
            case UNSIGNED -> predefined("H5T_STD_U" + bits + "LE_g");
            case BOOL -> bool();
            case TEXT -> text(bytes, true);
        };
    }

    private static H5Type predefined(String name) throws IOException {
        return Hdf5.checked("look up a type", calls -> new H5Type(calls.global(name), false));
    }

    /** {@code int64}. */
    public static H5Type int64() throws IOException {
        return predefined("H5T_STD_I64LE_g");
    }

    /** {@code float64}. */
    public static H5Type float64() throws IOException {
        return predefined("H5T_IEEE_F64LE_g");
    }

    /** Strings of that many bytes, padded with NULs. */
    public static H5Type text(int bytes, boolean utf8) throws IOException {
        return Hdf5.checked("make a string type", calls -> {
            H5Type type = new H5Type(calls.H5Tcopy(calls.global("H5T_C_S1_g")), true);
            ok(calls.H5Tset_size(type.id, bytes));
            ok(calls.H5Tset_strpad(type.id, NUL_PADDED));
            ok(calls.H5Tset_cset(type.id, utf8 ? UTF8 : 0));
            return type;
        });
    }

    /** UTF-8 strings of their own lengths. */
    public static H5Type variableText() throws IOException {
        return Hdf5.checked("make a string type", calls -> {
            H5Type type = new H5Type(calls.H5Tcopy(calls.global("H5T_C_S1_g")), true);
            ok(calls.H5Tset_size(type.id, VARIABLE));
            ok(calls.H5Tset_cset(type.id, UTF8));
            return type;
        });
    }

    /** Byte strings of their own lengths. */
    public static H5Type blob() throws IOException {
        return Hdf5.checked(
                "make a byte string type",
                calls -> new H5Type(calls.H5Tvlen_create(calls.global("H5T_STD_U8LE_g")), true));
    }

    /** IEEE 754 binary16, {@code LE} or {@code BE}. */
    private static H5Type float16(Calls calls, String order) {
        H5Type type = new H5Type(calls.H5Tcopy(calls.global("H5T_IEEE_F32" + order + "_g")), true);
        ok(calls.H5Tset_fields(type.id, 15, 10, 5, 0, 10));
        ok(calls.H5Tset_size(type.id, 2));
        ok(calls.H5Tset_ebias(type.id, 15));
        return type;
    }

    /** The enum that h5py reads as bool. */
    public static H5Type bool() throws IOException {
        return Hdf5.checked("make the bool type", calls -> {
            H5Type type = new H5Type(calls.H5Tenum_create(calls.global("H5T_STD_I8LE_g")), true);
            ok(calls.H5Tenum_insert(type.id, Hdf5.utf8("FALSE"), new byte[] {0}));
            ok(calls.H5Tenum_insert(type.id, Hdf5.utf8("TRUE"), new byte[] {1}));
            return type;
        });
    }

    @Override
    public void close() throws IOException {
        if (isOwned) {
            Hdf5.checked("close a type", calls -> ok(calls.H5Tclose(id)));
        }
    }

    // What a stored type is

    /** The recorder's type; empty when it has none like it. */
    static Optional<DType> dtype(Calls calls, long type) {
        int kind = ok(calls.H5Tget_class(type));
        return switch (kind) {
            case FLOAT -> isIeee(calls, type) ? DType.named(typeName(calls, type)) : Optional.empty();
            case INTEGER -> DType.named(typeName(calls, type));
            case STRING -> isVariableText(calls, type) ? Optional.empty() : Optional.of(DType.TEXT);
            case ENUM -> isBool(calls, type) ? Optional.of(DType.BOOL) : Optional.empty();
            default -> Optional.empty();
        };
    }

    /** Whether a type is IEEE 754's of 2, 4 or 8 bytes; bfloat16 for one is not. */
    private static boolean isIeee(Calls calls, long type) {
        return Stream.of("LE", "BE").anyMatch(order -> switch ((int) ok(calls.H5Tget_size(type))) {
            case Short.BYTES -> isHalf(calls, type, order);
            case Float.BYTES -> isEqual(calls, type, calls.global("H5T_IEEE_F32" + order + "_g"));
            case Double.BYTES -> isEqual(calls, type, calls.global("H5T_IEEE_F64" + order + "_g"));
            default -> false;
        });
    }

    private static boolean isHalf(Calls calls, long type, String order) {
        H5Type half = float16(calls, order);
        try {
            return isEqual(calls, type, half.id);
        } finally {
            ok(calls.H5Tclose(half.id));
        }
    }

    private static boolean isEqual(Calls calls, long type, long other) {
        return Hdf5.isTrue(calls.H5Tequal(type, other));
    }

    /** Name of one of HDF5's classes of types, for messages. */
    public static String className(int kind) {
        return kind >= 0 && kind < CLASSES.size() ? CLASSES.get(kind) : "class " + kind;
    }

    static boolean isVariableText(Calls calls, long type) {
        return ok(calls.H5Tget_class(type)) == STRING && Hdf5.isTrue(calls.H5Tis_variable_str(type));
    }

    /** h5py's bool: one byte, FALSE 0 and TRUE 1. */
    static boolean isBool(Calls calls, long type) {
        return calls.H5Tget_size(type) == 1
                && calls.H5Tget_nmembers(type) == 2
                && nameOf(calls, type, new byte[] {0}).equals("FALSE")
                && nameOf(calls, type, new byte[] {1}).equals("TRUE");
    }

    /** Name of an enum's value; empty when it has none. */
    static String nameOf(Calls calls, long enumType, byte[] value) {
        byte[] name = new byte[MAX_NAME];
        return calls.H5Tenum_nameof(enumType, value, name, name.length) < 0 ? "" : Hdf5.text(name, false);
    }

    /** As messages name it, for example {@code uint8}. */
    static String typeName(Calls calls, long type) {
        int kind = ok(calls.H5Tget_class(type));
        String bits = String.valueOf(8 * ok(calls.H5Tget_size(type)));
        if (kind == INTEGER) {
            return (isUnsigned(calls, type) ? "uint" : "int") + bits;
        }
        return kind == FLOAT ? "float" + bits + (isIeee(calls, type) ? "" : " but not IEEE 754's") : className(kind);
    }

    static boolean isUnsigned(Calls calls, long type) {
        return ok(calls.H5Tget_sign(type)) == 0;
    }
}
