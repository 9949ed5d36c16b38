package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Takes the values of one row: every field of its phase in the declared number of elements, row-major, in the declared
 * dtype or in one that is converted as the method says: int to int64 and float64, float to float64, double to float32.
 * Values are copied at once and no reference is kept; a field put twice keeps the later values. A bad value throws
 * {@link IllegalArgumentException} and leaves what was put before untouched. For the thread that obtained it; reused
 * for the env's next row.
 */
public final class StepWriter {
    private final RowBuffer row;
    private final ThreadGuard guard;
    private final Runnable publish;
    private final float[] oneFloat = new float[1];
    private final double[] oneDouble = new double[1];
    private final int[] oneInt = new int[1];
    private final long[] oneLong = new long[1];
    private final short[] oneShort = new short[1];
    private final byte[] oneByte = new byte[1];
    private final boolean[] oneBoolean = new boolean[1];

    StepWriter(RowBuffer row, ThreadGuard guard, Runnable publish) {
        this.row = row;
        this.guard = guard;
        this.publish = publish;
    }

    /**
     * Values of a float32 field or depth image, of a float64 field, or of a float16 field, which are rounded to nearest
     * even.
     *
     * @param values {@code field.elements()} of them, row-major, in the field's unit
     * @return this
     */
    public StepWriter put(Field field, float[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.FLOAT_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * The remaining values of a float32 field or depth image, or of a float64 field; the position does not move.
     *
     * @param values as many remain as the field has elements, row-major
     * @return this
     */
    public StepWriter put(Field field, FloatBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.FLOAT_BUFFER, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * Values of a float64 field, or of a float32 field or depth image, which are rounded to nearest even.
     *
     * @param values {@code field.elements()} of them, row-major, in the field's unit; finite ones within what float32
     *     holds, up to 3.4e38, where the field is of that dtype
     * @return this
     */
    public StepWriter put(Field field, double[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.DOUBLE_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * Values of an int16 field, or the bit patterns of a uint16 field or depth image.
     *
     * @param values {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter put(Field field, short[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.SHORT_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * As {@link #put(Field, short[])}, the remaining values; the position does not move.
     *
     * @param values as many remain as the field has elements, row-major
     * @return this
     */
    public StepWriter put(Field field, ShortBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.SHORT_BUFFER, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * Values of an int32, int64 or float64 field, or the bit patterns of a uint32 field.
     *
     * @param values {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter put(Field field, int[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.INT_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * Values of an int64 field, or the bit patterns of a uint64 field.
     *
     * @param values {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter put(Field field, long[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.LONG_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * Values of a uint8 or int8 field or an image; waits when every pooled frame is in use.
     *
     * @param values {@code field.elements()} of them; of an image height x width x channels, row-major
     * @return this
     */
    public StepWriter put(Field field, byte[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.BYTE_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * Values of a bool field.
     *
     * @param values {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter put(Field field, boolean[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.BOOLEAN_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * Values of any field or image as they are stored: the remaining bytes, little-endian whatever order the buffer
     * has, float16 as halves, bools as bytes that are 0 or 1, a text as its UTF-8 bytes with NULs behind them. They are
     * copied as they are; the buffer's position does not move. Waits, for an image, when every pooled frame is in use.
     *
     * @param values {@code field.rowBytes()} remain, row-major; of an image height x width x channels
     * @return this
     */
    public StepWriter put(Field field, ByteBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.STORED_BYTES, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * The value of a scalar float32, float64 or float16 field.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, float value) {
        check(field, JavaType.FLOAT, 1);
        oneFloat[0] = value;
        row.put(field, oneFloat, 0);
        return this;
    }

    /**
     * The value of a scalar float64 field, or of a scalar float32 field, as {@link #put(Field, double[])} takes it.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, double value) {
        check(field, JavaType.DOUBLE, 1);
        oneDouble[0] = value;
        row.put(field, oneDouble, 0);
        return this;
    }

    /**
     * The value of a scalar integer field of up to 32 bits, which it must fit, or of a scalar int64 or float64 field.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, int value) {
        check(field, JavaType.INT, 1);
        DType dtype = field.spec().dtype();
        if (dtype.isInteger()) {
            row.checkRange(field, value);
        }
        switch (dtype.bytes()) {
            case Byte.BYTES -> {
                oneByte[0] = (byte) value;
                row.put(field, oneByte, 0);
            }
            case Short.BYTES -> {
                oneShort[0] = (short) value;
                row.put(field, oneShort, 0);
            }
            default -> putInt(field, value);
        }
        return this;
    }

    private void putInt(Field field, int value) {
        oneInt[0] = value;
        row.put(field, oneInt, 0);
    }

    /**
     * The value of a scalar int64 field, the bit pattern of a uint64 field, or the value of a uint32 field, which must
     * fit.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, long value) {
        check(field, JavaType.LONG, 1);
        if (field.spec().dtype().bytes() == Integer.BYTES) {
            row.checkRange(field, value);
            putInt(field, (int) value);
        } else {
            oneLong[0] = value;
            row.put(field, oneLong, 0);
        }
        return this;
    }

    /**
     * The text of a text field; its UTF-8 must fit, and it has no NUL character.
     *
     * @param text of at most {@code field.rowBytes()} bytes of UTF-8
     * @return this
     */
    public StepWriter put(Field field, String text) {
        check(field, JavaType.TEXT, 1);
        row.checkText(field, text);
        row.put(field, text);
        return this;
    }

    /**
     * The value of a scalar bool field.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, boolean value) {
        check(field, JavaType.BOOLEAN, 1);
        oneBoolean[0] = value;
        row.put(field, oneBoolean, 0);
        return this;
    }

    /**
     * Values in an array whose type is known at run time only, as the {@code put} of that array takes them; a text as
     * the only element of a {@code String[]}.
     *
     * @param values {@code field.elements()} of them, row-major, in the field's unit
     * @return this
     * @throws IllegalArgumentException when it is no array that a field takes
     */
    public StepWriter putArray(Field field, Object values) {
        if (values instanceof float[] floats) {
            return put(field, floats);
        } else if (values instanceof byte[] bytes) {
            return put(field, bytes);
        } else if (values instanceof double[] doubles) {
            return put(field, doubles);
        } else if (values instanceof int[] ints) {
            return put(field, ints);
        } else if (values instanceof long[] longs) {
            return put(field, longs);
        } else if (values instanceof short[] shorts) {
            return put(field, shorts);
        } else if (values instanceof boolean[] booleans) {
            return put(field, booleans);
        } else if (values instanceof String[] texts && texts.length == 1) {
            return put(field, texts[0]);
        }
        throw new IllegalArgumentException(Sentence.of(
                "field '%s' expects an array of %s; given %s",
                field,
                field.spec().dtype().javaType().getSimpleName(),
                values == null ? "null" : values.getClass().getSimpleName()));
    }

    /**
     * Metres for an int16 field whose unit is {@code mm}: rounded to the nearest millimetre; beyond +-32.767 m
     * saturated and counted in the episode's summary.
     *
     * @param metres {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter putMetres(Field field, float[] metres) {
        RowBuffer.requireGiven(field, metres);
        check(field, JavaType.METRES, metres.length);
        row.putMillimetres(field, metres, 0);
        return this;
    }

    /**
     * Hands the step over to the ring, in which it would still be lost with the process;
     * {@link EnvRecorder#durableSteps} says from when on it is not. The simulation waits here while the ring is full.
     *
     * @throws IllegalArgumentException when fields are missing; the row stays open to be completed
     * @throws RecorderException when the recording has failed
     */
    public void publish() {
        guard.requireOwner();
        publish.run();
    }

    private void check(Field field, JavaType givenType, int givenLength) {
        guard.requireOwner();
        row.check(field, givenType, givenLength, 1);
    }
}
