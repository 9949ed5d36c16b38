package io.github.roboreel.format;

/** IEEE 754 binary16, as Java 17 has no conversion of its own. */
public final class Float16 {
    private static final int INFINITY_BITS = 0x7c00;
    private static final int SIGN = 0x8000;
    private static final int FRACTION = 0x03ff;
    private static final int FLOAT_INFINITY_BITS = 0x7f800000;
    private static final int FLOAT_FRACTION = 0x007fffff;
    private static final int FRACTION_SHIFT = 13;
    private static final int QUIET_NAN_BITS = 0x7e00;

    /** Magnitudes from here on round to infinity. */
    public static final float OVERFLOW = 65520f;

    private static final float MIN_NORMAL = 0x1p-14f;
    private static final int REBIAS = (127 - 15) << 23;

    private Float16() {}

    /** The half nearest to a float, ties to even; overflow gives infinity, NaN a quiet NaN. */
    public static short fromFloat(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & SIGN;
        float magnitude = Math.abs(value);
        if (magnitude != magnitude) {
            return (short) (sign | QUIET_NAN_BITS);
        }
        if (magnitude >= OVERFLOW) {
            return (short) (sign | INFINITY_BITS);
        }
        return (short) (sign | (magnitude < MIN_NORMAL ? subnormal(magnitude) : normal(bits & 0x7fffffff)));
    }

    private static int subnormal(float magnitude) {
        return (int) Math.rint(magnitude * 0x1p24f);
    }

    private static int normal(int magnitudeBits) {
        int rebased = magnitudeBits - REBIAS;
        int roundToEven = 0xfff + (rebased >>> 13 & 1);
        return rebased + roundToEven >>> 13;
    }

    /** The bits of the float32 with exactly the value of a half; unlike a cast it keeps what a NaN carries. */
    public static int widen(short half) {
        if ((half & INFINITY_BITS) != INFINITY_BITS) {
            return Float.floatToRawIntBits(toFloat(half));
        }
        return (half & SIGN) << 16 | FLOAT_INFINITY_BITS | (half & FRACTION) << FRACTION_SHIFT;
    }

    /**
     * The half nearest to a float32 given by its bits; what a NaN carries is kept, as far as a half has room for it.
     */
    public static short narrow(int bits) {
        if ((bits & FLOAT_INFINITY_BITS) != FLOAT_INFINITY_BITS) {
            return fromFloat(Float.intBitsToFloat(bits));
        }
        return (short) (bits >>> 16 & SIGN | INFINITY_BITS | (bits & FLOAT_FRACTION) >>> FRACTION_SHIFT);
    }

    /** The float with exactly the value of a half. */
    public static float toFloat(short half) {
        int exponent = half >>> 10 & 0x1f;
        int fraction = half & FRACTION;
        float magnitude;
        if (exponent == 0x1f) {
            magnitude = fraction == 0 ? Float.POSITIVE_INFINITY : Float.NaN;
        } else if (exponent == 0) {
            magnitude = fraction * 0x1p-24f;
        } else {
            magnitude = Float.intBitsToFloat((exponent + 112) << 23 | fraction << 13);
        }
        return half < 0 ? -magnitude : magnitude;
    }
}
