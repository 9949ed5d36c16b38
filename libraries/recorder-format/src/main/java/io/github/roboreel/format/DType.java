package io.github.roboreel.format;

import io.github.roboreel.format.names.KnownNames;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Element types a field may have, little-endian in memory and on disk. {@link Elements} reads and writes them. Any
 * thread may use them.
 */
public enum DType {
    /** IEEE 754 binary16; handed in as {@code float}, rounded to nearest even. */
    FLOAT16(2, Kind.FLOATING),
    /** IEEE 754 binary32. */
    FLOAT32(4, Kind.FLOATING),
    /** IEEE 754 binary64. */
    FLOAT64(8, Kind.FLOATING),
    /** Signed 8 bit. */
    INT8(1, Kind.SIGNED),
    /** Signed 16 bit. */
    INT16(2, Kind.SIGNED),
    /** Signed 32 bit. */
    INT32(4, Kind.SIGNED),
    /** Signed 64 bit. */
    INT64(8, Kind.SIGNED),
    /** Unsigned 8 bit; arrays are handed in as {@code byte[]}. */
    UINT8(1, Kind.UNSIGNED),
    /** Unsigned 16 bit; arrays are handed in as {@code short[]} holding the bit pattern. */
    UINT16(2, Kind.UNSIGNED),
    /** Unsigned 32 bit; arrays are handed in as {@code int[]} holding the bit pattern. */
    UINT32(4, Kind.UNSIGNED),
    /** Unsigned 64 bit; arrays are handed in as {@code long[]} holding the bit pattern. */
    UINT64(8, Kind.UNSIGNED),
    /** One byte, 0 or 1; an HDF5 enum FALSE/TRUE on disk. */
    BOOL(1, Kind.BOOL),
    /**
     * A text a row, handed in as {@code String}: its UTF-8 bytes, one element each, with NULs behind them up to the
     * row's only axis; a fixed-length string on disk.
     */
    TEXT(1, Kind.TEXT);

    /** What the elements of a type are. */
    public enum Kind {
        /** Numbers with a fraction, NaN and infinities. */
        FLOATING,
        /** Whole numbers in two's complement. */
        SIGNED,
        /** Whole numbers from 0. */
        UNSIGNED,
        /** False and true. */
        BOOL,
        /** Bytes of texts. */
        TEXT
    }

    private final int bytes;
    private final Kind kind;
    private final int valueBits;

    DType(int bytes, Kind kind) {
        this.bytes = bytes;
        this.kind = kind;
        valueBits = valueBits(bytes, kind);
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** What its elements are. */
    public Kind kind() {
        return kind;
    }

    /** Whether a row is one text and no array of numbers. */
    public boolean isText() {
        return kind == Kind.TEXT;
    }

    /** Whether elements are false or true. */
    public boolean isBool() {
        return kind == Kind.BOOL;
    }

    /** Whether values may be NaN or infinite. */
    public boolean isFloating() {
        return kind == Kind.FLOATING;
    }

    /** Whether values are whole numbers, and neither bools nor bytes of a text. */
    public boolean isInteger() {
        return kind == Kind.SIGNED || kind == Kind.UNSIGNED;
    }

    /** Whether a float64 holds every value exactly. */
    public boolean isExactInFloat64() {
        return isFloating() || bytes < Long.BYTES;
    }

    /** The float type that holds every value: float32, or float64, which rounds int64 and uint64 beyond 2^53. */
    public DType exactFloat() {
        return bytes <= (isFloating() ? Float.BYTES : Short.BYTES) ? FLOAT32 : FLOAT64;
    }

    /**
     * The type of arrays that hold the values in Java and elsewhere: float32 for shorter floats, else the type itself.
     */
    public DType widened() {
        return isFloating() ? exactFloat() : this;
    }

    /**
     * The Java type of an element that is handed in or out: {@code float} for float16 too, {@code String} for texts;
     * for unsigned types that of as many bits.
     */
    public Class<?> javaType() {
        return switch (kind) {
            case FLOATING -> exactFloat() == FLOAT32 ? float.class : double.class;
            case SIGNED, UNSIGNED -> integerType();
            case BOOL -> boolean.class;
            case TEXT -> String.class;
        };
    }

    private Class<?> integerType() {
        return switch (bytes) {
            case Byte.BYTES -> byte.class;
            case Short.BYTES -> short.class;
            case Integer.BYTES -> int.class;
            default -> long.class;
        };
    }

    /**
     * Least value of an integer type, of bools and of bytes of texts.
     *
     * @throws IllegalArgumentException of a float type
     */
    public BigInteger min() {
        return requireWhole() == Kind.SIGNED ? BigInteger.TWO.pow(valueBits).negate() : BigInteger.ZERO;
    }

    /**
     * Greatest value of an integer type, of bools and of bytes of texts.
     *
     * @throws IllegalArgumentException of a float type
     */
    public BigInteger max() {
        requireWhole();
        return BigInteger.TWO.pow(valueBits).subtract(BigInteger.ONE);
    }

    private Kind requireWhole() {
        if (isFloating()) {
            throw new IllegalArgumentException(label() + " is no integer type");
        }
        return kind;
    }

    /** Bits of a whole number without its sign. */
    private static int valueBits(int bytes, Kind kind) {
        return switch (kind) {
            case BOOL -> 1;
            case SIGNED -> Byte.SIZE * bytes - 1;
            case UNSIGNED, TEXT, FLOATING -> Byte.SIZE * bytes;
        };
    }

    /** Whether elements of a type of whole numbers can be that number; uint64 is any bit pattern. */
    public boolean holds(long value) {
        long magnitude = kind == Kind.SIGNED && value < 0 ? ~value : value;
        return valueBits == Long.SIZE || magnitude >>> valueBits == 0;
    }

    /** The name used in schema files and messages, for example {@code float32}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * The type with that label.
     *
     * @throws IllegalArgumentException naming the known labels when there is none
     */
    public static DType of(String label) {
        return named(label).orElseThrow(() -> new IllegalArgumentException(unknown(label)));
    }

    /** The type with that label; empty when there is none. */
    public static Optional<DType> named(String label) {
        return Arrays.stream(values()).filter(t -> t.label().equals(label)).findFirst();
    }

    private static String unknown(String label) {
        List<String> known = Arrays.stream(values()).map(DType::label).toList();
        return "dtype '" + label + "' is unknown; " + KnownNames.hint(label, known);
    }
}
