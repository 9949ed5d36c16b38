package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.math.BigDecimal;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Against IEEE 754's definition, computed exactly with {@link BigDecimal}. */
class Float16Test {
    private static final BigDecimal TWO = BigDecimal.valueOf(2);

    @Test
    void everyHalfHasItsExactValueAndSurvivesTheRoundTrip() {
        for (int bits = 0; bits <= 0xffff; bits++) {
            short half = (short) bits;
            float value = Float16.toFloat(half);
            if (isNan(bits)) {
                assertTrue(Float.isNaN(value), Integer.toHexString(bits));
                assertTrue(isNan(Float16.fromFloat(value)));
            } else {
                assertValue(bits, value);
                assertEquals(half, Float16.fromFloat(value), Integer.toHexString(bits));
            }
        }
    }

    @Property(tries = 20_000)
    void anyFloatGoesToTheNearestHalfTiesToEven(@ForAll int floatBits) {
        assertNearest(Float.intBitsToFloat(floatBits));
    }

    @Property(tries = 20_000)
    void aroundTheMiddleOfTwoHalves(
            @ForAll @IntRange(min = 0, max = 0x7bfe) int bits, @ForAll @IntRange(min = -1, max = 1) int ulps) {
        float low = Float16.toFloat((short) bits);
        float high = Float16.toFloat((short) (bits + 1));
        float middle = low + (high - low) / 2;
        float value = Float.intBitsToFloat(Float.floatToIntBits(middle) + ulps);
        assertNearest(value);
        assertNearest(-value);
    }

    @Test
    void theEdgesOfTheRange() {
        assertEquals((short) 0x7bff, Float16.fromFloat(65519.996f));
        assertEquals((short) 0x7c00, Float16.fromFloat(65520f));
        assertEquals((short) 0xfc00, Float16.fromFloat(Float.NEGATIVE_INFINITY));
        assertEquals((short) 0x8000, Float16.fromFloat(-0f));
        assertEquals((short) 0x0000, Float16.fromFloat(0x1p-25f));
        assertEquals((short) 0x0001, Float16.fromFloat(Math.nextUp(0x1p-25f)));
    }

    private static void assertNearest(float value) {
        int bits = Short.toUnsignedInt(Float16.fromFloat(value));
        if (Float.isNaN(value)) {
            assertTrue(isNan(bits));
            return;
        }
        assertEquals(Float.floatToRawIntBits(value) >>> 31, bits >>> 15, "sign of " + value);
        int magnitude = bits & 0x7fff;
        if (Math.abs(value) >= 65520f) {
            assertEquals(0x7c00, magnitude, "overflow of " + value);
            return;
        }
        BigDecimal exact = new BigDecimal(value).abs();
        BigDecimal error = exact.subtract(exactValue(magnitude)).abs();
        assertNotCloser(value, error, exact, magnitude, magnitude - 1);
        assertNotCloser(value, error, exact, magnitude, magnitude + 1);
    }

    private static void assertNotCloser(float value, BigDecimal error, BigDecimal exact, int chosen, int neighbour) {
        if (neighbour < 0) {
            return;
        }
        int order = error.compareTo(exact.subtract(exactValue(neighbour)).abs());
        boolean evenWins = order == 0 && (chosen & 1) == 0;
        assertTrue(order < 0 || evenWins, value + " went to half " + Integer.toHexString(chosen));
    }

    private static void assertValue(int bits, float value) {
        int magnitude = bits & 0x7fff;
        assertEquals(bits >>> 15, Float.floatToRawIntBits(value) >>> 31);
        if (magnitude == 0x7c00) {
            assertTrue(Float.isInfinite(value));
        } else {
            assertEquals(0, exactValue(magnitude).compareTo(new BigDecimal(value).abs()), Integer.toHexString(bits));
        }
    }

    /** (1 + fraction / 2^10) x 2^(exponent - 15); subnormal: fraction / 2^10 x 2^-14. */
    private static BigDecimal exactValue(int magnitude) {
        int exponent = magnitude >> 10;
        int fraction = magnitude & 0x3ff;
        int significand = exponent == 0 ? fraction : 1024 + fraction;
        return BigDecimal.valueOf(significand).multiply(powerOfTwo(Math.max(exponent, 1) - 25));
    }

    private static BigDecimal powerOfTwo(int exponent) {
        BigDecimal power = TWO.pow(Math.abs(exponent));
        return exponent >= 0 ? power : BigDecimal.ONE.divide(power);
    }

    private static boolean isNan(int bits) {
        return (bits & 0x7fff) > 0x7c00;
    }
}
