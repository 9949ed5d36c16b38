package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType.Kind;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Bit patterns and values are those of NumPy 1.24. */
class ElementsTest {
    private static final int INDEX = 3;

    private static ByteBuffer holding(DType dtype, long bits) {
        return Elements.putLong(integerOf(dtype), Elements.room(dtype, INDEX + 2), INDEX, bits);
    }

    private static DType integerOf(DType dtype) {
        return DType.of("int" + Byte.SIZE * dtype.bytes());
    }

    private static long bits(DType dtype, ByteBuffer bytes) {
        int unused = Long.SIZE - Byte.SIZE * dtype.bytes();
        return Elements.getLong(integerOf(dtype), bytes, INDEX) << unused >>> unused;
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT16, 0x1, 0x1p-24",
        "FLOAT16, 0x3ff, 0x1.ff8p-15",
        "FLOAT16, 0x400, 0x1p-14",
        "FLOAT16, 0x3555, 0.333251953125",
        "FLOAT16, 0x7bff, 65504",
        "FLOAT16, 0x8000, -0.0",
        "FLOAT16, 0x8001, -0x1p-24",
        "FLOAT16, 0xfc00, -Infinity",
        "FLOAT16, 0x7e01, NaN",
        "FLOAT32, 0x1, 0x1p-149",
        "FLOAT32, 0x3dcccccd, 0.10000000149011612",
        "FLOAT32, 0xff800000, -Infinity",
        "FLOAT64, 0x1, 0x1p-1074",
        "FLOAT64, 0x3fb999999999999a, 0.1",
        "FLOAT64, 0x7fefffffffffffff, 0x1.fffffffffffffp1023",
        "INT8, 0x80, -128",
        "INT8, 0x7f, 127",
        "INT16, 0x8000, -32768",
        "INT16, 0x7fff, 32767",
        "INT32, 0x80000000, -2147483648",
        "INT32, 0x7fffffff, 2147483647",
        "INT64, 0x8000000000000000, -0x1p63",
        "INT64, 0x7fffffffffffffff, 0x1p63",
        "INT64, 0x20000000000001, 0x1p53",
        "UINT8, 0xff, 255",
        "UINT16, 0xffff, 65535",
        "UINT32, 0xffffffff, 4294967295",
        "UINT64, 0x8000000000000000, 0x1p63",
        "UINT64, 0x8000000000000401, 0x1.0000000000001p63",
        "UINT64, 0xfffffffffffffbff, 0x1.fffffffffffffp63",
        "UINT64, 0xffffffffffffffff, 0x1p64",
        "BOOL, 0x0, 0",
        "BOOL, 0x1, 1",
        "TEXT, 0xc3, 195",
    })
    void bitsHaveTheValuesOfNumPy(DType dtype, String pattern, double value) {
        ByteBuffer bytes = holding(dtype, Long.parseUnsignedLong(pattern.substring(2), 16));
        assertEquals(value, Elements.getDouble(dtype, bytes, INDEX));
        assertArrayEquals(new double[] {0, 0, 0, value, 0}, Elements.doubles(dtype, bytes));
        double[] some = new double[INDEX + 2];
        Elements.doubles(dtype, bytes, INDEX + 1, some, 1);
        assertArrayEquals(new double[] {0, 0, 0, 0, value}, some);
        assertEquals(0, bytes.position());
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT16, 0.1, 0x2e66",
        "FLOAT16, 65519.99, 0x7bff",
        "FLOAT16, 65520, 0x7c00",
        "FLOAT16, 0x1p-25, 0x0",
        "FLOAT16, 0x1.8p-24, 0x2",
        "FLOAT16, -1e-8, 0x8000",
        "FLOAT32, 0.1, 0x3dcccccd",
        "FLOAT64, 0.1, 0x3fb999999999999a",
        "INT8, -129, 0x80",
        "INT8, 127.9, 0x7f",
        "INT8, -1.9, 0xff",
        "INT16, 1e9, 0x7fff",
        "INT32, -Infinity, 0x80000000",
        "INT64, 0x1p63, 0x7fffffffffffffff",
        "INT64, NaN, 0x0",
        "UINT8, -1, 0x0",
        "UINT8, 256, 0xff",
        "UINT16, 65536, 0xffff",
        "UINT32, 1e10, 0xffffffff",
        "UINT64, 0x1p63, 0x8000000000000000",
        "UINT64, 0x1p70, 0xffffffffffffffff",
        "BOOL, 0.001, 0x1",
        "BOOL, NaN, 0x1",
        "BOOL, -0.0, 0x0",
        "TEXT, 195, 0xc3",
    })
    void numbersBecomeTheNearestElement(DType dtype, double value, String pattern) {
        ByteBuffer bytes = Elements.room(dtype, INDEX + 2);
        Elements.putDouble(dtype, bytes, INDEX, value);
        assertEquals(pattern, "0x" + Long.toHexString(bits(dtype, bytes)));
        byte[] same = Elements.bytes(dtype, 0, 0, 0, value, 0);
        assertArrayEquals(bytes.array(), same);
    }

    @ParameterizedTest
    @EnumSource(DType.class)
    void objectsComeBackBitForBit(DType dtype) {
        long top = 1L << Byte.SIZE * dtype.bytes() - 1;
        long[] patterns = dtype.isBool() ? new long[] {0, 1} : new long[] {0, 1, 2, top - 1, top, top + 1, 2 * top - 1};
        for (long pattern : patterns) {
            ByteBuffer bytes = holding(dtype, pattern);
            Object value = Elements.get(dtype, bytes, INDEX);
            if (value instanceof Number number && Double.isNaN(number.doubleValue())) {
                continue;
            }
            ByteBuffer back = Elements.room(dtype, INDEX + 2);
            Elements.put(dtype, back, INDEX, value);
            assertArrayEquals(bytes.array(), back.array(), dtype + " " + value);
        }
    }

    @Test
    void objectsAreOfTheTypeThatHoldsThem() {
        assertEquals(0.333251953125f, Elements.get(DType.FLOAT16, holding(DType.FLOAT16, 0x3555), INDEX));
        assertEquals(0.1f, Elements.get(DType.FLOAT32, holding(DType.FLOAT32, 0x3dcccccd), INDEX));
        assertEquals(0x1p-1074, Elements.get(DType.FLOAT64, holding(DType.FLOAT64, 1), INDEX));
        assertEquals(-1L, Elements.get(DType.INT8, holding(DType.INT8, 0xff), INDEX));
        assertEquals(255L, Elements.get(DType.UINT8, holding(DType.UINT8, 0xff), INDEX));
        assertEquals(true, Elements.get(DType.BOOL, holding(DType.BOOL, 1), INDEX));
        assertEquals(Long.MAX_VALUE, Elements.get(DType.UINT64, holding(DType.UINT64, Long.MAX_VALUE), INDEX));
        assertEquals(
                new BigInteger("18446744073709551615"), Elements.get(DType.UINT64, holding(DType.UINT64, -1), INDEX));
        assertThrows(ClassCastException.class, () -> Elements.put(DType.BOOL, Elements.room(DType.BOOL, 1), 0, 1));
    }

    @ParameterizedTest
    @CsvSource({"0x7e01, 0x7fc02000", "0x7c01, 0x7f802000", "0xfe55, 0xffcaa000", "0x0001, 0x33800000"})
    void halvesKeepWhatNansCarry(int half, String single) {
        ByteBuffer bytes = holding(DType.FLOAT16, half);
        int bits = Elements.getFloatBits(DType.FLOAT16, bytes, INDEX);
        assertEquals(single, "0x" + Integer.toHexString(bits));
        ByteBuffer back = Elements.room(DType.FLOAT16, INDEX + 2);
        assertArrayEquals(
                bytes.array(),
                Elements.putFloatBits(DType.FLOAT16, back, INDEX, bits).array());
    }

    @Test
    void objectsOfNansKeepWhatTheyCarry() {
        ByteBuffer single = Elements.room(DType.FLOAT32, 1);
        Elements.put(DType.FLOAT32, single, 0, Float.intBitsToFloat(0x7fc12345));
        assertEquals(0x7fc12345, Elements.getFloatBits(DType.FLOAT32, single, 0));
    }

    @Property
    void everyTypeGivesBackTheDoublesThatItHolds(@ForAll double value) {
        for (DType dtype : DType.values()) {
            ByteBuffer bytes = Elements.putDouble(dtype, Elements.room(dtype, 1), 0, value);
            double near = Elements.getDouble(dtype, bytes, 0);
            double again = Elements.getDouble(dtype, Elements.of(Elements.bytes(dtype, near)), 0);
            assertEquals(near, again, dtype + " " + value);
            boolean isWhole = !dtype.isFloating() && !dtype.isBool() && near != value && Math.rint(value) == value;
            if (isWhole) {
                assertTrue(
                        near == dtype.min().doubleValue() || near == dtype.max().doubleValue(), dtype + " " + value);
            }
        }
    }

    @Property
    void wholeNumbersAreHeldExactlyWhenTheyComeBack(@ForAll long value) {
        for (DType dtype : DType.values()) {
            ByteBuffer bytes = Elements.putLong(dtype, Elements.room(dtype, 1), 0, value);
            long back = Elements.getLong(dtype, bytes, 0);
            if (dtype.isInteger() || dtype.isText()) {
                assertEquals(back == value, dtype.holds(value), dtype + " " + value);
            }
            boolean isNumber = value >= 0 || dtype != DType.UINT64;
            if (dtype.isInteger() && dtype.holds(value) && isNumber) {
                BigInteger number = BigInteger.valueOf(value);
                assertTrue(number.compareTo(dtype.min()) >= 0 && number.compareTo(dtype.max()) <= 0);
            }
            boolean isInFloat64 = isNumber && Math.abs(value) <= 1L << 53;
            if (isInFloat64 && dtype.kind() != Kind.FLOATING && dtype.holds(value)) {
                assertEquals(value, Elements.getDouble(dtype, bytes, 0), dtype.label());
            }
        }
    }
}
