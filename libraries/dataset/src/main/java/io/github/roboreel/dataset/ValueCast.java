package io.github.roboreel.dataset;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;

/** Turns stored values into the same numbers of another element type. */
final class ValueCast {
    private ValueCast() {}

    /** So many little-endian values of one type as those of another. */
    static ByteBuffer cast(ByteBuffer values, DType from, DType to, int elements) {
        ByteBuffer result = Elements.room(to, elements);
        for (int i = 0; i < elements; i++) {
            if (!from.isExactInFloat64() && !to.isExactInFloat64()) {
                Elements.putLong(to, result, i, Elements.getLong(from, values, i));
            } else {
                Elements.putDouble(to, result, i, Elements.getDouble(from, values, i));
            }
        }
        return result;
    }

    /** Whether all of them are the same numbers in the other type. */
    static boolean isExact(ByteBuffer values, DType from, DType to, int elements) {
        ByteBuffer result = cast(values, from, to, elements);
        for (int i = 0; i < elements; i++) {
            double before = Elements.getDouble(from, values, i);
            double after = Elements.getDouble(to, result, i);
            boolean isSame = before == after || Double.isNaN(before) && Double.isNaN(after);
            boolean isRounded = Math.abs(before) >= 0x1p53 && !(from.isExactInFloat64() && to.isExactInFloat64());
            if (!isSame || isRounded && !whole(values, i, from).equals(whole(result, i, to))) {
                return false;
            }
        }
        return true;
    }

    /** A number that has no fraction and is finite. */
    private static BigInteger whole(ByteBuffer values, int index, DType type) {
        return type.isExactInFloat64()
                ? new BigDecimal(Elements.getDouble(type, values, index)).toBigInteger()
                : new BigInteger(Elements.get(type, values, index).toString());
    }
}
