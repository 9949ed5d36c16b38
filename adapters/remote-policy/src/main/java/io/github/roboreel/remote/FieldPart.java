package io.github.roboreel.remote;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.simulation.Observation;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Some or all values of a field of the observation.
 *
 * @param from first value, in row-major order
 * @param size how many
 */
record FieldPart(Field field, int from, int size) {
    private static final Pattern TEXT = Pattern.compile("([^\\[\\]]+)(?:\\[(\\d{1,9}):(\\d{1,9})\\])?");

    /**
     * Reads {@code obs/joint_pos}, or {@code obs/joint_pos[0:7]} for the first seven values of it.
     *
     * @throws IllegalArgumentException when it is neither, or there are no such values
     */
    static FieldPart parse(String text, Function<String, Field> fields) {
        Matcher matcher = TEXT.matcher(text);
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no field; expected for example obs/joint_pos or obs/joint_pos[0:7]");
        }
        Field field = fields.apply(matcher.group(1));
        if (field.spec().dtype().isText()) {
            throw new IllegalArgumentException(field + " is a text; expected a field of numbers");
        }
        if (matcher.group(2) == null) {
            return new FieldPart(field, 0, field.elements());
        }
        int from = Integer.parseInt(matcher.group(2));
        int to = Integer.parseInt(matcher.group(3));
        if (from >= to || to > field.elements()) {
            throw new IllegalArgumentException(Sentence.of("%s: the field has %d values", text, field.elements()));
        }
        return new FieldPart(field, from, to - from);
    }

    /** Bytes to {@link #put} into. */
    static ByteBuffer room(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The type that the values are sent as: float16 goes as float32. */
    DType type() {
        return field.spec().dtype().widened();
    }

    /** The field's own shape when it is whole. */
    List<Integer> shape() {
        return size == field.elements() ? field.spec().shape() : List.of(size);
    }

    /** Appends the values. */
    void put(Observation now, ByteBuffer out) {
        Object values = now.values(field);
        int bytes = size * type().bytes();
        ByteBuffer part = out.slice(out.position(), bytes).order(ByteOrder.LITTLE_ENDIAN);
        out.position(out.position() + bytes);
        if (values instanceof float[] floats) {
            part.asFloatBuffer().put(floats, from, size);
        } else if (values instanceof double[] doubles) {
            part.asDoubleBuffer().put(doubles, from, size);
        } else if (values instanceof byte[] own) {
            part.put(own, from, size);
        } else if (values instanceof short[] shorts) {
            part.asShortBuffer().put(shorts, from, size);
        } else if (values instanceof int[] ints) {
            part.asIntBuffer().put(ints, from, size);
        } else if (values instanceof long[] longs) {
            part.asLongBuffer().put(longs, from, size);
        } else {
            boolean[] booleans = (boolean[]) values;
            for (int i = from; i < from + size; i++) {
                part.put((byte) (booleans[i] ? 1 : 0));
            }
        }
    }
}
