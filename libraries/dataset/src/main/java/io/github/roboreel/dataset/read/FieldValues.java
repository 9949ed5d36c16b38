package io.github.roboreel.dataset.read;

import io.github.roboreel.format.Float16;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Puts stored bytes into a row as the values that they are. */
final class FieldValues {
    private FieldValues() {}

    /** Puts the little-endian values of a field. */
    static void put(StepWriter row, Field field, ByteBuffer bytes) {
        int elements = field.spec().elements();
        switch (field.spec().dtype()) {
            case UINT8, INT8 -> row.put(field, bytes);
            case TEXT -> row.put(field, text(bytes));
            case BOOL -> row.put(field, booleans(bytes, elements));
            case INT16, UINT16 -> row.put(field, shorts(bytes, elements));
            case FLOAT16 -> row.put(field, halves(bytes, elements));
            case INT32, UINT32 -> {
                int[] values = new int[elements];
                bytes.asIntBuffer().get(values);
                row.put(field, values);
            }
            case INT64, UINT64 -> {
                long[] values = new long[elements];
                bytes.asLongBuffer().get(values);
                row.put(field, values);
            }
            case FLOAT32 -> {
                float[] values = new float[elements];
                bytes.asFloatBuffer().get(values);
                row.put(field, values);
            }
            case FLOAT64 -> {
                double[] values = new double[elements];
                bytes.asDoubleBuffer().get(values);
                row.put(field, values);
            }
        }
    }

    private static String text(ByteBuffer bytes) {
        return StandardCharsets.UTF_8.decode(bytes.duplicate()).toString().replace("\0", "");
    }

    private static short[] shorts(ByteBuffer bytes, int elements) {
        short[] values = new short[elements];
        bytes.asShortBuffer().get(values);
        return values;
    }

    private static float[] halves(ByteBuffer bytes, int elements) {
        short[] bits = shorts(bytes, elements);
        float[] values = new float[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = Float16.toFloat(bits[i]);
        }
        return values;
    }

    private static boolean[] booleans(ByteBuffer bytes, int elements) {
        boolean[] values = new boolean[elements];
        for (int i = 0; i < elements; i++) {
            values[i] = bytes.get(i) != 0;
        }
        return values;
    }
}
