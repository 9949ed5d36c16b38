package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.Elements;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The typed reading of one field of a row: copies of its values, from the row or from the image's frame. */
final class RowValues {
    private RowValues() {}

    static float[] floats(RowView row, Field field) {
        return (float[]) array(row, field, "floats", float.class);
    }

    static double[] doubles(RowView row, Field field) {
        return (double[]) array(row, field, "doubles", double.class);
    }

    static short[] shorts(RowView row, Field field) {
        return (short[]) array(row, field, "shorts", short.class);
    }

    static int[] ints(RowView row, Field field) {
        return (int[]) array(row, field, "ints", int.class);
    }

    static long[] longs(RowView row, Field field) {
        return (long[]) array(row, field, "longs", long.class);
    }

    static byte[] bytes(RowView row, Field field) {
        return (byte[]) array(row, field, "bytes", byte.class);
    }

    static boolean[] booleans(RowView row, Field field) {
        return (boolean[]) array(row, field, "booleans", boolean.class);
    }

    static String text(RowView row, Field field) {
        byte[] utf8 = new byte[field.rowBytes()];
        values(row, field, "text", String.class).get(utf8);
        int length = utf8.length;
        while (length > 0 && utf8[length - 1] == 0) {
            length--;
        }
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }

    private static Object array(RowView row, Field field, String getter, Class<?> type) {
        return Elements.array(field.spec().dtype(), values(row, field, getter, type));
    }

    /** The field's bytes, of a field whose elements are handed in as that type. */
    private static ByteBuffer values(RowView row, Field field, String getter, Class<?> type) {
        if (field.spec().dtype().javaType() != type) {
            throw new IllegalArgumentException(Sentence.of(
                    "field '%s' is %s; '%s' does not read it",
                    field, field.spec().typeText(), getter));
        }
        boolean image = field.spec().image();
        ByteBuffer bytes = image ? row.frame(field).bytes() : row.bytes();
        return bytes.slice(image ? 0 : field.offsetBytes(), field.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
