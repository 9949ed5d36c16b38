package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.RowLayout;
import java.nio.ByteBuffer;

/**
 * One row of a phase as a sink sees it. Valid during the call it is passed to; what the typed getters return is the
 * caller's own copy. The getters take the handles of {@link #layout}, images included, and throw
 * {@link IllegalArgumentException} for a field of another dtype.
 */
public interface RowView {
    /** Where the fields stand. */
    RowLayout layout();

    /**
     * The row's bytes, little-endian, {@code layout().rowBytes()} of them from index 0. Position and limit are not to
     * be relied on: use absolute access. Must not be written.
     */
    ByteBuffer bytes();

    /**
     * The frame of an image field; call {@link Frame#retain} to keep it beyond the call.
     *
     * @param image a handle of {@link RowLayout#images}
     * @throws IllegalStateException when this sink was given up and the frame taken back
     */
    Frame frame(Field image);

    /**
     * The values of a float32 or float16 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default float[] floats(Field field) {
        return RowValues.floats(this, field);
    }

    /**
     * The values of a float64 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default double[] doubles(Field field) {
        return RowValues.doubles(this, field);
    }

    /**
     * The values of an int16 field, or the bit patterns of a uint16 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default short[] shorts(Field field) {
        return RowValues.shorts(this, field);
    }

    /**
     * The values of an int32 field, or the bit patterns of a uint32 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default int[] ints(Field field) {
        return RowValues.ints(this, field);
    }

    /**
     * The values of an int64 field, or the bit patterns of a uint64 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default long[] longs(Field field) {
        return RowValues.longs(this, field);
    }

    /**
     * The values of an int8 field, or the bit patterns of a uint8 field.
     *
     * @return {@code field.elements()} values in the field's unit, row-major
     */
    default byte[] bytes(Field field) {
        return RowValues.bytes(this, field);
    }

    /**
     * The values of a bool field.
     *
     * @return {@code field.elements()} values, row-major
     */
    default boolean[] booleans(Field field) {
        return RowValues.booleans(this, field);
    }

    /**
     * The text of a text field.
     *
     * @return the text without the NULs that fill the field's room
     */
    default String text(Field field) {
        return RowValues.text(this, field);
    }
}
