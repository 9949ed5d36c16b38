package io.github.roboreel.dataset;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ValueCastTest {
    /** 2^53 = 9007199254740992, the least behind which a float64 skips whole numbers. */
    @ParameterizedTest
    @CsvSource({
        "INT64, UINT64, 9007199254740993, true",
        "INT64, UINT64, -1, false",
        "UINT64, INT64, 9223372036854775807, true",
        "UINT64, INT64, 18446744073709551615, false",
        "UINT64, INT64, 9223372036854775808, false",
        "INT64, FLOAT64, 9007199254740992, true",
        "INT64, FLOAT64, 9007199254740993, false",
        "INT64, FLOAT64, -9007199254740993, false",
        "INT64, FLOAT64, -9223372036854775808, true",
        "INT64, FLOAT64, 9223372036854775807, false",
        "INT64, FLOAT32, 9007199254740993, false",
        "INT64, FLOAT32, 9223371487098961920, true",
        "UINT64, FLOAT64, 18446744073709551615, false",
        "UINT64, FLOAT64, 18446744073709549568, true",
        "INT64, INT32, -2147483648, true",
        "INT64, INT32, 2147483648, false",
    })
    void wholeNumbersAreTheSameToTheLastDigit(DType from, DType to, String number, boolean isExact) {
        long bits = from == DType.UINT64 ? Long.parseUnsignedLong(number) : Long.parseLong(number);
        ByteBuffer values = values(bits);
        assertEquals(isExact, ValueCast.isExact(values, from, to, 1));
        if (isExact && to.bytes() == Long.BYTES && !to.isFloating()) {
            assertEquals(bits, ValueCast.cast(values, from, to, 1).getLong(0));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "INT64, 9223372036854775808, false",
        "INT64, 9223372036854774784, true",
        "INT64, -9223372036854775808, true",
        "UINT64, 18446744073709551616, false",
        "UINT64, 18446744073709549568, true",
        "UINT64, 1e300, false",
        "UINT64, Infinity, false",
        "INT64, -Infinity, false",
        "INT64, NaN, false",
        "INT64, 0.5, false",
        "FLOAT64, NaN, true",
        "FLOAT32, Infinity, true",
        "FLOAT32, 1e300, false",
    })
    void floatingNumbersAreTheSameOnlyInRange(DType to, double number, boolean isExact) {
        ByteBuffer values = values(Double.doubleToRawLongBits(number));
        assertEquals(isExact, ValueCast.isExact(values, DType.FLOAT64, to, 1));
    }

    @Test
    void oneOfManyDecides() {
        ByteBuffer values = values(1, 2, (1L << 53) + 1);
        assertTrue(ValueCast.isExact(values, DType.INT64, DType.FLOAT64, 2));
        assertFalse(ValueCast.isExact(values, DType.INT64, DType.FLOAT64, 3));
    }

    private static ByteBuffer values(long... bits) {
        ByteBuffer values = ByteBuffer.allocate(bits.length * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (long value : bits) {
            values.putLong(value);
        }
        return values.flip();
    }
}
