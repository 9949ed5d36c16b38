package io.github.roboreel.systemtests.formula;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.lang.reflect.Array;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts the values of {@link Formula} into rows; timestamps are left to the recorder. Any thread. */
public final class FormulaRows {
    /** 7 x 143 = 1001, so that column 143 m of a row that begins with 0 holds m. */
    private static final int INVERSE_OF_SEVEN = 143;

    private final FieldSchema schema;
    private final long run;

    /** By type, an array of a row that begins with 0 and goes on for longer than any. */
    private final Map<Class<?>, Object> tables = new HashMap<>();

    /** @param run number of the run among all, which sets its values apart from the others' */
    public FormulaRows(FieldSchema schema, long run) {
        this.schema = schema;
        this.run = run;
        for (FieldPhase phase : FieldPhase.values()) {
            for (Field field : fields(phase)) {
                int size = Formula.PERIOD + field.elements();
                tables.merge(
                        field.spec().dtype().javaType(),
                        table(field.spec().dtype().javaType(), size),
                        (one, other) -> Array.getLength(one) > Array.getLength(other) ? one : other);
            }
        }
    }

    private static Object table(Class<?> type, int size) {
        Object table = Array.newInstance(type, size);
        for (int i = 0; i < size; i++) {
            int m = (int) (7L * i % Formula.PERIOD);
            if (table instanceof float[] floats) {
                floats[i] = (float) (m / 1000.0);
            } else if (table instanceof double[] doubles) {
                doubles[i] = m / 1000.0;
            } else if (table instanceof boolean[] booleans) {
                booleans[i] = m % 2 == 1;
            } else if (table instanceof byte[] bytes) {
                bytes[i] = (byte) m;
            } else if (table instanceof short[] shorts) {
                shorts[i] = (short) m;
            } else {
                // Whole numbers that hold all of it; texts have no formula.
                Array.setInt(table, i, m);
            }
        }
        return table;
    }

    /** A row of an env. */
    public void put(StepWriter row, FieldPhase phase, int env, long step) {
        for (Field field : fields(phase)) {
            row.putArray(field, values(field, env, 1, step));
        }
    }

    /** One step of that many envs, the ended ones included. */
    public void put(BatchWriter rows, int numEnvs, long step) {
        for (Field field : fields(FieldPhase.STEP)) {
            Object values = values(field, 0, numEnvs, step);
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
    }

    private List<Field> fields(FieldPhase phase) {
        return schema.layout(phase).fields().stream()
                .filter(f -> !f.spec().path().startsWith("timestamps/"))
                .toList();
    }

    /** Rows of several envs, one after the other, in the array type that the dtype takes. */
    private Object values(Field field, int firstEnv, int numEnvs, long step) {
        Class<?> type = field.spec().dtype().javaType();
        int columns = field.elements();
        Object values = Array.newInstance(type, numEnvs * columns);
        for (int env = 0; env < numEnvs; env++) {
            int first = Formula.m(Formula.key(run, firstEnv + env), step, 0);
            int from = first * INVERSE_OF_SEVEN % Formula.PERIOD;
            System.arraycopy(tables.get(type), from, values, env * columns, columns);
        }
        return values;
    }
}
