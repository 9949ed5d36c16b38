package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.Field;
import java.util.EnumSet;
import java.util.Set;

/** Java types that values are handed in as, each with the dtypes that take them. */
enum JavaType {
    FLOAT_ARRAY("float[]", EnumSet.of(DType.FLOAT32, DType.FLOAT16, DType.FLOAT64)),
    FLOAT_BUFFER("FloatBuffer", EnumSet.of(DType.FLOAT32, DType.FLOAT64)),
    FLOAT("float", EnumSet.of(DType.FLOAT32, DType.FLOAT16, DType.FLOAT64)),
    METRES("float[] of metres", EnumSet.of(DType.INT16)),
    DOUBLE_ARRAY("double[]", EnumSet.of(DType.FLOAT64, DType.FLOAT32)),
    DOUBLE("double", EnumSet.of(DType.FLOAT64, DType.FLOAT32)),
    SHORT_ARRAY("short[]", EnumSet.of(DType.INT16, DType.UINT16)),
    SHORT_BUFFER("ShortBuffer", EnumSet.of(DType.INT16, DType.UINT16)),
    INT_ARRAY("int[]", EnumSet.of(DType.INT32, DType.UINT32, DType.INT64, DType.FLOAT64)),
    INT(
            "int",
            EnumSet.of(
                    DType.INT8,
                    DType.INT16,
                    DType.INT32,
                    DType.UINT8,
                    DType.UINT16,
                    DType.UINT32,
                    DType.INT64,
                    DType.FLOAT64)),
    LONG_ARRAY("long[]", EnumSet.of(DType.INT64, DType.UINT64)),
    LONG("long", EnumSet.of(DType.INT64, DType.UINT64, DType.UINT32)),
    BYTE_ARRAY("byte[]", EnumSet.of(DType.INT8, DType.UINT8)),
    /** Any field's values as they are stored. */
    STORED_BYTES("ByteBuffer", EnumSet.allOf(DType.class)),
    BOOLEAN_ARRAY("boolean[]", EnumSet.of(DType.BOOL)),
    BOOLEAN("boolean", EnumSet.of(DType.BOOL)),
    TEXT("String", EnumSet.of(DType.TEXT)),
    TEXTS("String[]", EnumSet.of(DType.TEXT));

    private final String label;
    private final Set<DType> dtypes;

    JavaType(String label, Set<DType> dtypes) {
        this.label = label;
        this.dtypes = dtypes;
    }

    /** The type as messages show it. */
    String label() {
        return label;
    }

    /** Whether values of this type go into the field. */
    boolean fits(Field field) {
        return dtypes.contains(field.spec().dtype())
                && (this != METRES || field.spec().unit().equals("mm"));
    }

    /** How much of it one row of the field is: its elements, or its bytes. */
    long rowLength(Field field) {
        return switch (this) {
            case STORED_BYTES -> field.rowBytes();
            case TEXT, TEXTS -> 1;
            default -> field.elements();
        };
    }

    /** A length as messages show it. */
    String lengthText(long length) {
        String unit = this == STORED_BYTES ? "byte" : "value";
        return length + " " + unit + (length == 1 ? "" : "s");
    }
}
