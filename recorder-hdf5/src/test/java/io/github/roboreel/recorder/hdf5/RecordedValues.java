package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** Hands {@link TestRow}'s values to the recorder itself. */
public final class RecordedValues {
    private static final float MIN_FLOAT16 = 0x1p-24f;

    private RecordedValues() {}

    /** Puts every field of a phase. */
    public static void put(StepWriter row, FieldSchema schema, FieldPhase phase, int env, long step) {
        for (Field field : schema.layout(phase).fields()) {
            put(row, field, TestRow.values(field, env, step));
        }
    }

    private static void put(StepWriter row, Field field, byte[] values) {
        ByteBuffer bytes = ByteBuffer.wrap(values).order(ByteOrder.LITTLE_ENDIAN);
        int elements = field.spec().elements();
        switch (field.spec().dtype()) {
            case TEXT -> row.put(field, new String(values, StandardCharsets.US_ASCII));
            case UINT8, INT8 -> row.put(field, values);
            case BOOL -> {
                boolean[] flags = new boolean[elements];
                for (int i = 0; i < elements; i++) {
                    flags[i] = values[i] != 0;
                }
                row.put(field, flags);
            }
            case INT16, UINT16 -> {
                short[] shorts = new short[elements];
                bytes.asShortBuffer().get(shorts);
                row.put(field, shorts);
            }
            case FLOAT16 -> {
                // Bit patterns below 1024 are multiples of the least value.
                float[] halves = new float[elements];
                for (int i = 0; i < elements; i++) {
                    halves[i] = bytes.getShort(2 * i) * MIN_FLOAT16;
                }
                row.put(field, halves);
            }
            case FLOAT32 -> {
                float[] floats = new float[elements];
                bytes.asFloatBuffer().get(floats);
                row.put(field, floats);
            }
            case FLOAT64 -> {
                double[] doubles = new double[elements];
                bytes.asDoubleBuffer().get(doubles);
                row.put(field, doubles);
            }
            case INT32, UINT32 -> {
                int[] ints = new int[elements];
                bytes.asIntBuffer().get(ints);
                row.put(field, ints);
            }
            case INT64, UINT64 -> {
                long[] longs = new long[elements];
                bytes.asLongBuffer().get(longs);
                row.put(field, longs);
            }
        }
    }
}
