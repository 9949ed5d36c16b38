package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DType.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import java.lang.reflect.Array;
import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;
import java.util.function.Predicate;

/** Java types that values are handed in as, each with the dtypes that take them. */
enum JavaType {
    FLOAT_ARRAY(float[].class, DType::isFloating),
    FLOAT_BUFFER(FloatBuffer.class, dtype -> dtype.isFloating() && dtype.bytes() >= Float.BYTES),
    FLOAT(float.class, DType::isFloating),
    METRES(float[].class, dtype -> dtype.kind() == Kind.SIGNED && dtype.bytes() == Short.BYTES),
    DOUBLE_ARRAY(double[].class, FLOAT_BUFFER.takers),
    DOUBLE(double.class, FLOAT_BUFFER.takers),
    SHORT_ARRAY(short[].class, dtype -> dtype.isInteger() && dtype.bytes() == Short.BYTES),
    SHORT_BUFFER(ShortBuffer.class, SHORT_ARRAY.takers),
    INT_ARRAY(int[].class, dtype -> dtype.isInteger() && dtype.bytes() == Integer.BYTES || isWideAndSigned(dtype)),
    INT(int.class, dtype -> dtype.isInteger() && dtype.bytes() <= Integer.BYTES || isWideAndSigned(dtype)),
    LONG_ARRAY(long[].class, dtype -> dtype.isInteger() && dtype.bytes() == Long.BYTES),
    LONG(
            long.class,
            dtype -> dtype.isInteger() && dtype.bytes() == Long.BYTES
                    || dtype.kind() == Kind.UNSIGNED && dtype.bytes() == Integer.BYTES),
    BYTE_ARRAY(byte[].class, dtype -> dtype.isInteger() && dtype.bytes() == 1),
    /** Any field's values as they are stored. */
    STORED_BYTES(ByteBuffer.class, dtype -> true),
    BOOLEAN_ARRAY(boolean[].class, DType::isBool),
    BOOLEAN(boolean.class, DType::isBool),
    TEXT(String.class, DType::isText),
    TEXTS(String[].class, DType::isText);

    private static final JavaType[] ARRAYS = {
        FLOAT_ARRAY, DOUBLE_ARRAY, SHORT_ARRAY, INT_ARRAY, LONG_ARRAY, BYTE_ARRAY, BOOLEAN_ARRAY
    };

    private final Class<?> type;
    private final Predicate<DType> takers;

    JavaType(Class<?> type, Predicate<DType> takers) {
        this.type = type;
        this.takers = takers;
    }

    /** Whether values are of 64 bits, of which every int is one: those of int64 and float64. */
    private static boolean isWideAndSigned(DType dtype) {
        return dtype.bytes() == Long.BYTES && dtype.kind() != Kind.UNSIGNED;
    }

    /** The type of an array whose type is known at run time only; refuses one that no field takes. */
    static JavaType ofArray(Field field, Object values) {
        for (JavaType known : ARRAYS) {
            if (known.type.isInstance(values)) {
                return known;
            }
        }
        throw new IllegalArgumentException(Sentence.of(
                "field '%s' expects an array of %s; given %s",
                field,
                field.spec().dtype().javaType().getSimpleName(),
                values == null ? "null" : values.getClass().getSimpleName()));
    }

    /** How many values an array has, or remain in a buffer. */
    static int length(Object values) {
        return values instanceof Buffer buffer ? buffer.remaining() : Array.getLength(values);
    }

    /** Index of the first of them. */
    static int start(Object values) {
        return values instanceof Buffer buffer ? buffer.position() : 0;
    }

    /** The type as messages show it. */
    String label() {
        return type.getSimpleName() + (this == METRES ? " of metres" : "");
    }

    /** Whether values of this type go into the field. */
    boolean fits(Field field) {
        return takers.test(field.spec().dtype())
                && (this != METRES || field.spec().unit().equals("mm"));
    }

    /** How much of it one row of the field is: its elements, or its bytes. */
    int rowLength(Field field) {
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
