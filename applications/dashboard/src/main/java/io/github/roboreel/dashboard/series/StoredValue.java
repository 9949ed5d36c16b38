package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import java.nio.ByteBuffer;
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
        ByteBuffer in = Elements.of(bytes);
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < bytes.length / dtype.bytes(); i++) {
            values.add(finite(Elements.get(dtype, in, i)));
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

    private static Object finite(Object value) {
        boolean isFinite = !(value instanceof Number number) || Double.isFinite(number.doubleValue());
        return isFinite ? value : null;
    }
}
