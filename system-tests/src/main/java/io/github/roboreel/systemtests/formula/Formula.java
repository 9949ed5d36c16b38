package io.github.roboreel.systemtests.formula;

import io.github.roboreel.format.DType;

/**
 * Values that follow from (key, step, column) alone, where the key is an env's own in all runs: m = (31 step + 7 column
 * + 101 key) mod 1000; floats hold m / 1000, integers m, bytes m mod 256, booleans whether m is odd. Where the key is
 * the env's index, this is the torture's formula.
 */
public final class Formula {
    static final int PERIOD = 1000;

    /** Keys of one run and of the next are so far apart. */
    private static final int KEYS_PER_RUN = 37;

    private Formula() {}

    public static long key(long run, int env) {
        return KEYS_PER_RUN * run + env;
    }

    public static int m(long key, long step, long column) {
        return (int) Math.floorMod(31 * step + 7 * column + 101 * key, (long) PERIOD);
    }

    /** What a reader finds, widened to float64. */
    public static double stored(DType dtype, int m) {
        return switch (dtype) {
            case FLOAT16 -> half(m / 1000.0);
            case FLOAT32 -> (float) (m / 1000.0);
            case FLOAT64 -> m / 1000.0;
            case INT16, INT32, INT64, UINT16, UINT32, UINT64 -> m;
            case INT8 -> (byte) m;
            case UINT8 -> m % 256;
            case BOOL -> m % 2;
            case TEXT -> throw new IllegalArgumentException("the soak records no " + dtype.label());
        };
    }

    /** The nearest number of 11 significant bits, ties to even (IEEE 754 binary16, 0 to 1). */
    private static double half(double value) {
        double unit = Math.scalb(1.0, Math.max(Math.getExponent(value), -14) - 10);
        return Math.rint(value / unit) * unit;
    }
}
