package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Float16;
import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The typed reading of one field of a row: copies of its values, from the row or from the image's frame. */
final class RowValues {
    private RowValues() {}

    static float[] floats(RowView row, Field field) {
        float[] values = new float[field.elements()];
        if (field.spec().dtype() != DType.FLOAT16) {
            values(row, field, "floats", DType.FLOAT32).asFloatBuffer().get(values);
            return values;
        }
        ByteBuffer halves = values(row, field, "floats", DType.FLOAT16);
        for (int i = 0; i < values.length; i++) {
            values[i] = Float16.toFloat(halves.getShort());
        }
        return values;
    }

    static double[] doubles(RowView row, Field field) {
        double[] values = new double[field.elements()];
        values(row, field, "doubles", DType.FLOAT64).asDoubleBuffer().get(values);
        return values;
    }

    static short[] shorts(RowView row, Field field) {
        short[] values = new short[field.elements()];
        values(row, field, "shorts", DType.INT16, DType.UINT16).asShortBuffer().get(values);
        return values;
    }

    static int[] ints(RowView row, Field field) {
        int[] values = new int[field.elements()];
        values(row, field, "ints", DType.INT32, DType.UINT32).asIntBuffer().get(values);
        return values;
    }

    static long[] longs(RowView row, Field field) {
        long[] values = new long[field.elements()];
        values(row, field, "longs", DType.INT64, DType.UINT64).asLongBuffer().get(values);
        return values;
    }

    static byte[] bytes(RowView row, Field field) {
        byte[] values = new byte[field.elements()];
        values(row, field, "bytes", DType.INT8, DType.UINT8).get(values);
        return values;
    }

    static boolean[] booleans(RowView row, Field field) {
        boolean[] values = new boolean[field.elements()];
        ByteBuffer bytes = values(row, field, "booleans", DType.BOOL);
        for (int i = 0; i < values.length; i++) {
            values[i] = bytes.get() != 0;
        }
        return values;
    }

    static String text(RowView row, Field field) {
        byte[] utf8 = new byte[field.rowBytes()];
        values(row, field, "text", DType.TEXT).get(utf8);
        int length = utf8.length;
        while (length > 0 && utf8[length - 1] == 0) {
            length--;
        }
        return new String(utf8, 0, length, StandardCharsets.UTF_8);
    }

    /** The field's bytes from the position on, of a field of one of these dtypes. */
    private static ByteBuffer values(RowView row, Field field, String getter, DType... dtypes) {
        boolean fits = false;
        for (DType dtype : dtypes) {
            fits |= field.spec().dtype() == dtype;
        }
        if (!fits) {
            throw new IllegalArgumentException(Sentence.of(
                    "field '%s' is %s; '%s' does not read it",
                    field, field.spec().typeText(), getter));
        }
        boolean image = field.spec().image();
        ByteBuffer bytes = image ? row.frame(field).bytes() : row.bytes();
        return bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).clear().position(image ? 0 : field.offsetBytes());
    }
}
