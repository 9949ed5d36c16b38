package io.github.roboreel.dataset.minari;

import io.github.roboreel.format.DType;
import java.math.BigInteger;

/** Smallest and largest value of the integer types. */
final class IntegerBounds {
    private IntegerBounds() {}

    static BigInteger low(DType dtype) {
        return isSigned(dtype)
                ? BigInteger.TWO.pow(Byte.SIZE * dtype.bytes() - 1).negate()
                : BigInteger.ZERO;
    }

    static BigInteger high(DType dtype) {
        int bits = Byte.SIZE * dtype.bytes() - (isSigned(dtype) ? 1 : 0);
        return BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
    }

    private static boolean isSigned(DType dtype) {
        return switch (dtype) {
            case INT8, INT16, INT32, INT64 -> true;
            case UINT8, UINT16, UINT32, UINT64 -> false;
            default -> throw new IllegalArgumentException(dtype.label() + " is no integer type");
        };
    }
}
