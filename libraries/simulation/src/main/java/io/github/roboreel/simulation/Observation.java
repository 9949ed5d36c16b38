package io.github.roboreel.simulation;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.lang.reflect.Array;
import java.util.List;

/**
 * What a policy sees of one env: an array per field {@code obs/...} of the schema, row-major, in the field's unit. The
 * env fills it, the policy reads it, and it becomes the row of the action that follows. The arrays are the same for the
 * whole recording; they belong to the thread that steps the env.
 */
public final class Observation {
    private final List<Field> fields;
    private final Object[] values;
    private final FieldSchema schema;

    /** Room for the observations of a schema. */
    public Observation(FieldSchema schema) {
        this.schema = schema;
        List<Field> all = schema.layout(FieldPhase.STEP).fields();
        values = new Object[all.size()];
        fields = all.stream().filter(Observation::isObservation).toList();
        fields.forEach(field -> values[field.index()] = room(field));
    }

    private static boolean isObservation(Field field) {
        return field.spec().path().startsWith(DemoPaths.OBS + "/");
    }

    private static Object room(Field field) {
        Class<?> type = field.spec().dtype().javaType();
        return type == String.class ? new String[] {""} : Array.newInstance(type, field.elements());
    }

    /** The fields of {@code obs/...}, in the schema's order. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * The handle of a field.
     *
     * @param path for example {@code obs/joint_pos}
     * @throws IllegalArgumentException when the schema has no such field
     */
    public Field field(String path) {
        return schema.field(path);
    }

    /** The values of a float16 or float32 field. */
    public float[] floats(Field field) {
        return (float[]) array(field, float[].class);
    }

    /** The values of a float64 field. */
    public double[] doubles(Field field) {
        return (double[]) array(field, double[].class);
    }

    /** The values of an int8 or uint8 field or picture, uint8 as bit patterns. */
    public byte[] bytes(Field field) {
        return (byte[]) array(field, byte[].class);
    }

    /** The values of an int16 or uint16 field or depth picture, uint16 as bit patterns. */
    public short[] shorts(Field field) {
        return (short[]) array(field, short[].class);
    }

    /** The values of an int32 or uint32 field, uint32 as bit patterns. */
    public int[] ints(Field field) {
        return (int[]) array(field, int[].class);
    }

    /** The values of an int64 or uint64 field, uint64 as bit patterns. */
    public long[] longs(Field field) {
        return (long[]) array(field, long[].class);
    }

    /** The values of a bool field. */
    public boolean[] booleans(Field field) {
        return (boolean[]) array(field, boolean[].class);
    }

    /** The text of a text field: an array of one. */
    public String[] text(Field field) {
        return (String[]) array(field, String[].class);
    }

    /**
     * Copies values into a field.
     *
     * @param array of the type that the field's getter returns, with {@code field.elements()} values
     * @throws IllegalArgumentException when it has another type or length
     */
    public void put(Field field, Object array) {
        Object own = array(field, array.getClass());
        int given = Array.getLength(array);
        int expected = Array.getLength(own);
        if (given != expected) {
            throw new IllegalArgumentException(Sentence.of(
                    "field %s: expected %d values, given %d", field.spec().path(), expected, given));
        }
        System.arraycopy(array, 0, own, 0, expected);
    }

    /** The values of a field: the array that its typed getter returns. */
    public Object values(Field field) {
        Object own = schema.owns(field) && field.spec().phase() == FieldPhase.STEP ? values[field.index()] : null;
        if (own == null) {
            throw new IllegalArgumentException(
                    "field " + field.spec().path() + " is no observation of this simulation");
        }
        return own;
    }

    private Object array(Field field, Class<?> type) {
        Object own = values(field);
        if (own.getClass() != type) {
            throw new IllegalArgumentException(Sentence.of(
                    "field %s: expected values as %s, given %s",
                    field.spec().path(), own.getClass().getSimpleName(), type.getSimpleName()));
        }
        return own;
    }
}
