package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * Values that follow from (env, step, column) alone: for env e, step k and flattened column c, m = (31 k + 7 c + 101 e)
 * mod 1000; floats hold m / 1000, integers m, bytes m mod 256. Timestamps are left to the recorder. For one thread.
 */
final class TortureSignal {
    private static final int PERIOD = 1000;

    /** 7 x 143 = 1001, so that column 143 m of a row that begins with 0 holds m. */
    private static final int INVERSE_OF_SEVEN = 143;

    private final List<Field> initial;
    private final List<Field> step;
    private final float[] floats;
    private final short[] shorts;
    private final ByteBuffer bytes;

    TortureSignal(FieldSchema schema) {
        initial = schema.layout(FieldPhase.INITIAL).fields();
        step = schema.layout(FieldPhase.STEP).fields().stream()
                .filter(f -> !f.spec().path().startsWith("timestamps/"))
                .toList();
        int longest = step.stream().mapToInt(Field::elements).max().orElse(1);
        int size = PERIOD + longest;
        floats = new float[size];
        shorts = new short[size];
        bytes = ByteBuffer.allocateDirect(size);
        for (int i = 0; i < size; i++) {
            int m = 7 * (i % PERIOD) % PERIOD;
            floats[i] = (float) (m / 1000.0);
            shorts[i] = (short) m;
            bytes.put(i, (byte) m);
        }
    }

    /** Where the row of (env, step) begins in the tables. */
    private static int start(int env, long stepIndex) {
        long m = (31 * stepIndex + 101L * env) % PERIOD;
        return (int) (m * INVERSE_OF_SEVEN % PERIOD);
    }

    void putInitial(StepWriter row, int env) {
        put(row, initial, start(env, 0));
    }

    void put(StepWriter row, int env, long stepIndex) {
        put(row, step, start(env, stepIndex));
    }

    private void put(StepWriter row, List<Field> fields, int start) {
        for (Field field : fields) {
            int end = start + field.elements();
            Class<?> type = field.spec().dtype().javaType();
            if (type == byte.class) {
                row.put(field, bytes.duplicate().limit(end).position(start));
            } else if (type == short.class) {
                row.put(field, Arrays.copyOfRange(shorts, start, end));
            } else if (type == float.class) {
                row.put(field, Arrays.copyOfRange(floats, start, end));
            } else {
                throw new IllegalStateException(field + " is " + field.spec().typeText() + ", which has no formula");
            }
        }
    }
}
