package io.github.roboreel.recorder.hdf5.lib;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import org.junit.jupiter.api.Test;

class StoredValuesTest {
    @Test
    void halvesOfTheStandard() {
        assertEquals(1.0, half(0x3c00));
        assertEquals(65504.0, half(0x7bff));
        assertEquals(0x1p-24, half(0x0001));
        assertEquals(0x1p-14, half(0x0400));
        assertEquals(-0.0, half(0x8000));
        assertEquals(Double.NEGATIVE_INFINITY, half(0xfc00));
        assertEquals(Double.NaN, half(0x7e01));
    }

    private static double half(int bits) {
        double[] out = new double[1];
        Elements.doubles(DType.FLOAT16, Elements.of(new byte[] {(byte) bits, (byte) (bits >> 8)}), 1, out, 0);
        return out[0];
    }

    @Test
    void unsignedTypesStayPositive() {
        double[] out = new double[3];
        Elements.doubles(DType.UINT8, Elements.of(new byte[] {-1, 2}), 2, out, 1);
        assertArrayEquals(new double[] {0, 255, 2}, out);
        Elements.doubles(DType.UINT16, Elements.of(new byte[] {-1, -1}), 1, out, 0);
        assertArrayEquals(new double[] {65535, 255, 2}, out);
        Elements.doubles(DType.INT16, Elements.of(new byte[] {-1, -1}), 1, out, 0);
        assertArrayEquals(new double[] {-1, 255, 2}, out);
    }
}
