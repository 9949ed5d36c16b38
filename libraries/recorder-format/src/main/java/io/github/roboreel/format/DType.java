package io.github.roboreel.format;

import io.github.roboreel.format.names.KnownNames;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** Element types a field may have, little-endian in memory and on disk. */
public enum DType {
    /** IEEE 754 binary16; handed in as {@code float}, rounded to nearest even. */
    FLOAT16(2, true),
    /** IEEE 754 binary32. */
    FLOAT32(4, true),
    /** IEEE 754 binary64. */
    FLOAT64(8, true),
    /** Signed 8 bit. */
    INT8(1, false),
    /** Signed 16 bit. */
    INT16(2, false),
    /** Signed 32 bit. */
    INT32(4, false),
    /** Signed 64 bit. */
    INT64(8, false),
    /** Unsigned 8 bit; arrays are handed in as {@code byte[]}. */
    UINT8(1, false),
    /** Unsigned 16 bit; arrays are handed in as {@code short[]} holding the bit pattern. */
    UINT16(2, false),
    /** Unsigned 32 bit; arrays are handed in as {@code int[]} holding the bit pattern. */
    UINT32(4, false),
    /** Unsigned 64 bit; arrays are handed in as {@code long[]} holding the bit pattern. */
    UINT64(8, false),
    /** One byte, 0 or 1; an HDF5 enum FALSE/TRUE on disk. */
    BOOL(1, false),
    /**
     * A text a row, handed in as {@code String}: its UTF-8 bytes, one element each, with NULs behind them up to the
     * row's only axis; a fixed-length string on disk.
     */
    TEXT(1, false);

    private final int bytes;
    private final boolean floating;

    DType(int bytes, boolean floating) {
        this.bytes = bytes;
        this.floating = floating;
    }

    /** Size of one element in bytes. */
    public int bytes() {
        return bytes;
    }

    /** Whether a row is one text and no array of numbers. */
    public boolean isText() {
        return this == TEXT;
    }

    /** Whether values may be NaN or infinite. */
    public boolean isFloating() {
        return floating;
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
        return Arrays.stream(values())
                .filter(t -> t.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(unknown(label)));
    }

    private static String unknown(String label) {
        List<String> known = Arrays.stream(values()).map(DType::label).toList();
        return "dtype '" + label + "' is unknown; " + KnownNames.hint(label, known);
    }
}
