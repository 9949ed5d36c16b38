package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Elements of stored rows as exact values: whole numbers keep all their digits. */
final class StoredValue {
    private StoredValue() {}

    /**
     * Values of little-endian elements.
     *
     * @return numbers, booleans, or one text; null for what is not finite
     */
    static List<Object> of(DType dtype, byte[] bytes) {
        if (dtype.isText()) {
            return List.of(text(bytes));
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        List<Object> values = new ArrayList<>();
        while (in.remaining() >= dtype.bytes()) {
            values.add(next(dtype, in));
        }
        return values;
    }

    private static String text(byte[] bytes) {
        int end = 0;
        while (end < bytes.length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    private static Object next(DType dtype, ByteBuffer in) {
        return switch (dtype) {
            case FLOAT16 -> finite(Float16.toFloat(in.getShort()));
            case FLOAT32 -> finite(in.getFloat());
            case FLOAT64 -> {
                double value = in.getDouble();
                yield Double.isFinite(value) ? (Object) value : null;
            }
            case INT8 -> (long) in.get();
            case INT16 -> (long) in.getShort();
            case INT32 -> (long) in.getInt();
            case INT64 -> in.getLong();
            case UINT8 -> Byte.toUnsignedLong(in.get());
            case UINT16 -> Short.toUnsignedLong(in.getShort());
            case UINT32 -> Integer.toUnsignedLong(in.getInt());
            case UINT64 -> unsigned(in.getLong());
            case BOOL -> in.get() != 0;
            case TEXT -> throw new IllegalStateException();
        };
    }

    private static Object unsigned(long bits) {
        return bits >= 0 ? (Object) bits : new BigInteger(Long.toUnsignedString(bits));
    }

    private static Object finite(float value) {
        return Float.isFinite(value) ? (Object) value : null;
    }
}
