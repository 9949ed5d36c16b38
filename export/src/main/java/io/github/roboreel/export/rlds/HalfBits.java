package io.github.roboreel.export.rlds;

import io.github.roboreel.recorder.schema.Float16;

/** Float16 to float32 and back, bit for bit: unlike a cast, it keeps what a NaN carries. */
final class HalfBits {
    private static final int SIGN = 0x8000;
    private static final int EXPONENT = 0x7c00;
    private static final int FRACTION = 0x03ff;
    private static final int FLOAT_EXPONENT = 0x7f800000;
    private static final int FLOAT_FRACTION = 0x007fffff;
    private static final int SHIFT = 13;

    private HalfBits() {}

    static int widen(short half) {
        if ((half & EXPONENT) != EXPONENT) {
            return Float.floatToRawIntBits(Float16.toFloat(half));
        }
        return (half & SIGN) << 16 | FLOAT_EXPONENT | (half & FRACTION) << SHIFT;
    }

    static short narrow(int bits) {
        boolean special = (bits & FLOAT_EXPONENT) == FLOAT_EXPONENT;
        if (!special) {
            return Float16.fromFloat(Float.intBitsToFloat(bits));
        }
        return (short) (bits >>> 16 & SIGN | EXPONENT | (bits & FLOAT_FRACTION) >>> SHIFT);
    }
}
