package io.github.roboreel.format;

/** Unsigned 64-bit numbers as the bit patterns that Java holds them in. */
public final class Uint64 {
    private Uint64() {}

    /** The float64 nearest to the number of a bit pattern. */
    public static double toDouble(long bits) {
        // The lowest bit is kept below the others, so that the one rounding is to nearest even.
        return bits >= 0 ? bits : (bits >>> 1 | bits & 1) * 2.0;
    }

    /** The bit pattern of a number's whole part; of one out of range the nearest. */
    public static long fromDouble(double value) {
        return value < 0x1p63 ? (long) Math.max(0, value) : (long) (value - 0x1p63) + Long.MIN_VALUE;
    }
}
