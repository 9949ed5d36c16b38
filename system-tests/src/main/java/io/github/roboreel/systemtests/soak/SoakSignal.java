package io.github.roboreel.systemtests.soak;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.util.List;

/** Puts the values of {@link Formula} into rows. Any thread. */
final class SoakSignal {
    private final FieldSchema schema;
    private final long run;

    /** @param run number of the run among all, which sets its values apart from the others' */
    SoakSignal(FieldSchema schema, long run) {
        this.schema = schema;
        this.run = run;
    }

    void put(StepWriter row, FieldPhase phase, int env, long step) {
        for (Field field : fields(phase)) {
            row.putArray(field, values(field, env, 1, step));
        }
    }

    /** One step of that many envs, the ended ones included. */
    void put(BatchWriter rows, int numEnvs, long step) {
        for (Field field : fields(FieldPhase.STEP)) {
            put(rows, field, values(field, 0, numEnvs, step));
        }
    }

    private List<Field> fields(FieldPhase phase) {
        return schema.layout(phase).fields().stream()
                .filter(f -> !f.spec().path().startsWith("timestamps/"))
                .toList();
    }

    private static void put(BatchWriter rows, Field field, Object values) {
        if (values instanceof float[] floats) {
            rows.put(field, floats);
        } else if (values instanceof double[] doubles) {
            rows.put(field, doubles);
        } else if (values instanceof short[] shorts) {
            rows.put(field, shorts);
        } else if (values instanceof int[] ints) {
            rows.put(field, ints);
        } else if (values instanceof long[] longs) {
            rows.put(field, longs);
        } else if (values instanceof byte[] bytes) {
            rows.put(field, bytes);
        } else {
            rows.put(field, (boolean[]) values);
        }
    }

    /** Rows of several envs, one after the other, in the array type that the dtype takes. */
    private Object values(Field field, int firstEnv, int numEnvs, long step) {
        int[] m = new int[numEnvs * field.elements()];
        for (int env = 0; env < numEnvs; env++) {
            fill(m, env * field.elements(), field.elements(), firstEnv + env, step);
        }
        Class<?> type = field.spec().dtype().javaType();
        if (type == float.class) {
            return floats(m);
        } else if (type == double.class) {
            return doubles(m);
        } else if (type == short.class) {
            return shorts(m);
        } else if (type == int.class) {
            return m;
        } else if (type == long.class) {
            return longs(m);
        } else if (type == byte.class) {
            return bytes(m);
        } else if (type == boolean.class) {
            return booleans(m);
        }
        throw new IllegalArgumentException(
                "the soak records no " + field.spec().dtype().label());
    }

    private void fill(int[] m, int from, int count, int env, long step) {
        int value = Formula.m(Formula.key(run, env), step, 0);
        for (int i = from; i < from + count; i++) {
            m[i] = value;
            value += 7;
            value -= value >= Formula.PERIOD ? Formula.PERIOD : 0;
        }
    }

    private static float[] floats(int[] m) {
        float[] values = new float[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = (float) (m[i] / 1000.0);
        }
        return values;
    }

    private static double[] doubles(int[] m) {
        double[] values = new double[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = m[i] / 1000.0;
        }
        return values;
    }

    private static short[] shorts(int[] m) {
        short[] values = new short[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = (short) m[i];
        }
        return values;
    }

    private static long[] longs(int[] m) {
        long[] values = new long[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = m[i];
        }
        return values;
    }

    private static byte[] bytes(int[] m) {
        byte[] values = new byte[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = (byte) m[i];
        }
        return values;
    }

    private static boolean[] booleans(int[] m) {
        boolean[] values = new boolean[m.length];
        for (int i = 0; i < m.length; i++) {
            values[i] = m[i] % 2 == 1;
        }
        return values;
    }
}
