package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.github.roboreel.recorder.schema.Field;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rows copied out of the staging file of a run that is being recorded, each of them whole. Immutable. */
public final class LiveRows {
    private final long[] steps;
    private final Map<String, byte[]> values;

    LiveRows(long[] steps, Map<String, byte[]> values) {
        this.steps = steps;
        this.values = Map.copyOf(values);
    }

    /** None of these fields. */
    public static LiveRows none(List<Field> fields) {
        Map<String, byte[]> values = new HashMap<>();
        fields.forEach(field -> values.put(field.spec().path(), new byte[0]));
        return new LiveRows(new long[0], values);
    }

    /** The rows' steps, ascending; some may be missing in between, see {@link LiveStaging#rows}. */
    public long[] steps() {
        return steps.clone();
    }

    /** Number of rows. */
    public int size() {
        return steps.length;
    }

    /** A field's bytes of all rows, one after the other, little-endian. */
    public byte[] bytes(Field field) {
        return values.get(field.spec().path()).clone();
    }

    /** A numeric field's values of all rows, one after the other, widened. */
    public double[] doubles(Field field) {
        double[] widened = new double[steps.length * field.elements()];
        StoredValues.widen(field.spec().dtype(), values.get(field.spec().path()), widened.length, widened, 0);
        return widened;
    }
}
