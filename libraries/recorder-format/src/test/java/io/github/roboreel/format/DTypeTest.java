package io.github.roboreel.format;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.math.BigInteger;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DTypeTest {
    @ParameterizedTest
    @CsvSource({
        "INT8, -128, 127",
        "INT16, -32768, 32767",
        "INT32, -2147483648, 2147483647",
        "INT64, -9223372036854775808, 9223372036854775807",
        "UINT8, 0, 255",
        "UINT16, 0, 65535",
        "UINT32, 0, 4294967295",
        "UINT64, 0, 18446744073709551615",
        "BOOL, 0, 1",
        "TEXT, 0, 255",
    })
    void boundsOfWholeNumbers(DType dtype, BigInteger min, BigInteger max) {
        assertEquals(min, dtype.min());
        assertEquals(max, dtype.max());
        for (BigInteger bound : new BigInteger[] {min, max}) {
            assertEquals(true, dtype.holds(bound.longValue()));
        }
        if (dtype.bytes() < Long.BYTES) {
            assertEquals(false, dtype.holds(min.longValueExact() - 1));
            assertEquals(false, dtype.holds(max.longValueExact() + 1));
        }
    }

    @Test
    void floatsHaveNoBounds() {
        assertEquals(
                "float16 is no integer type",
                assertThrows(IllegalArgumentException.class, DType.FLOAT16::min).getMessage());
        assertThrows(IllegalArgumentException.class, DType.FLOAT64::max);
    }

    @ParameterizedTest
    @CsvSource({
        "FLOAT16, FLOAT32, FLOAT32, float, true",
        "FLOAT32, FLOAT32, FLOAT32, float, true",
        "FLOAT64, FLOAT64, FLOAT64, double, true",
        "INT8, FLOAT32, INT8, byte, true",
        "INT16, FLOAT32, INT16, short, true",
        "INT32, FLOAT64, INT32, int, true",
        "INT64, FLOAT64, INT64, long, false",
        "UINT8, FLOAT32, UINT8, byte, true",
        "UINT16, FLOAT32, UINT16, short, true",
        "UINT32, FLOAT64, UINT32, int, true",
        "UINT64, FLOAT64, UINT64, long, false",
        "BOOL, FLOAT32, BOOL, boolean, true",
        "TEXT, FLOAT32, TEXT, String, true",
    })
    void typesThatHoldTheValues(DType dtype, DType exactFloat, DType widened, String javaType, boolean isExact) {
        assertEquals(exactFloat, dtype.exactFloat());
        assertEquals(widened, dtype.widened());
        assertEquals(javaType, dtype.javaType().getSimpleName());
        assertEquals(isExact, dtype.isExactInFloat64());
    }

    @Test
    void labelsNameTypes() {
        assertEquals(Optional.of(DType.UINT16), DType.named("uint16"));
        assertEquals(Optional.empty(), DType.named("UINT16"));
        assertThrows(IllegalArgumentException.class, () -> DType.of("float8"));
    }
}
