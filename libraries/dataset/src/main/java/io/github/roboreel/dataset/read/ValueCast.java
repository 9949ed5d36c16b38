package io.github.roboreel.dataset.read;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import io.github.roboreel.format.Uint64;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Turns stored values into the same numbers of another element type. */
final class ValueCast {
    private ValueCast() {}

    /** So many little-endian values of one type as those of another. */
    static ByteBuffer cast(ByteBuffer values, DType from, DType to, int elements) {
        ByteBuffer result = ByteBuffer.allocate(elements * to.bytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < elements; i++) {
            if (isLong(from) && isLong(to)) {
                result.putLong(i * Long.BYTES, values.getLong(i * Long.BYTES));
            } else {
                put(result, i, to, get(values, i, from));
            }
        }
        return result;
    }

    /** Whether all of them are the same numbers in the other type. */
    static boolean isExact(ByteBuffer values, DType from, DType to, int elements) {
        ByteBuffer result = cast(values, from, to, elements);
        for (int i = 0; i < elements; i++) {
            double before = get(values, i, from);
            double after = get(result, i, to);
            boolean isSame = before == after || Double.isNaN(before) && Double.isNaN(after);
            boolean isRounded = Math.abs(before) >= 0x1p53 && (isLong(from) || isLong(to));
            if (!isSame || isRounded && !whole(values, i, from).equals(whole(result, i, to))) {
                return false;
            }
        }
        return true;
    }

    /** Whether a float64 cannot hold all of its numbers. */
    private static boolean isLong(DType type) {
        return type == DType.INT64 || type == DType.UINT64;
    }

    /** A number that has no fraction and is finite. */
    private static BigInteger whole(ByteBuffer values, int index, DType type) {
        if (!isLong(type)) {
            return new BigDecimal(get(values, index, type)).toBigInteger();
        }
        long bits = values.getLong(index * Long.BYTES);
        return new BigInteger(type == DType.UINT64 ? Long.toUnsignedString(bits) : Long.toString(bits));
    }

    /** One of them as a float64. */
    static double get(ByteBuffer values, int index, DType type) {
        int at = index * type.bytes();
        return switch (type) {
            case UINT8, BOOL -> Byte.toUnsignedInt(values.get(at));
            case INT8 -> values.get(at);
            case INT16 -> values.getShort(at);
            case UINT16 -> Short.toUnsignedInt(values.getShort(at));
            case INT32 -> values.getInt(at);
            case INT64 -> values.getLong(at);
            case UINT32 -> Integer.toUnsignedLong(values.getInt(at));
            case UINT64 -> Uint64.toDouble(values.getLong(at));
            case TEXT -> throw new IllegalArgumentException("a text is no number");
            case FLOAT16 -> Float16.toFloat(values.getShort(at));
            case FLOAT32 -> values.getFloat(at);
            case FLOAT64 -> values.getDouble(at);
        };
    }

    private static void put(ByteBuffer values, int index, DType type, double value) {
        int at = index * type.bytes();
        switch (type) {
            case UINT8, INT8 -> values.put(at, (byte) (int) value);
            case BOOL -> values.put(at, (byte) (value == 0 ? 0 : 1));
            case INT16, UINT16 -> values.putShort(at, (short) (int) value);
            case INT32 -> values.putInt(at, (int) value);
            case INT64 -> values.putLong(at, (long) value);
            case UINT32 -> values.putInt(at, (int) (long) value);
            case UINT64 -> values.putLong(at, Uint64.fromDouble(value));
            case TEXT -> throw new IllegalArgumentException("a text is no number");
            case FLOAT16 -> values.putShort(at, Float16.fromFloat((float) value));
            case FLOAT32 -> values.putFloat(at, (float) value);
            case FLOAT64 -> values.putDouble(at, value);
        }
    }
}
