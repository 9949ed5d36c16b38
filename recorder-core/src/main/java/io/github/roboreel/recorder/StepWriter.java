package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.engine.RowBuffer;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.IntegerRange;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Takes the values of one row: every field of its phase exactly in the declared dtype and number of elements,
 * row-major. Values are copied at once and no reference is kept; a field put twice keeps the later values. A bad value
 * throws {@link IllegalArgumentException} and leaves what was put before untouched. For the thread that obtained it;
 * reused for the env's next row.
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

    public StepWriter(RowBuffer row, ThreadGuard guard, Runnable publish) {
        this.row = row;
        this.guard = guard;
        this.publish = publish;
    }

    /**
     * Values of a float32 field or depth image, or of a float16 field, which are rounded to nearest even.
     *
     * @param values {@code field.elements()} of them, row-major, in the field's unit
     * @return this
     */
    public StepWriter put(Field field, float[] values) {
        check(field, JavaType.FLOAT_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * The remaining values of a float32 field or depth image; the position does not move.
     *
     * @param values as many remain as the field has elements, row-major
     * @return this
     */
    public StepWriter put(Field field, FloatBuffer values) {
        check(field, JavaType.FLOAT_BUFFER, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * Values of a float64 field.
     *
     * @param values {@code field.elements()} of them, row-major, in the field's unit
     * @return this
     */
    public StepWriter put(Field field, double[] values) {
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
        check(field, JavaType.SHORT_BUFFER, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * Values of an int32 field, or the bit patterns of a uint32 field.
     *
     * @param values {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter put(Field field, int[] values) {
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
        check(field, JavaType.BOOLEAN_ARRAY, values.length);
        row.put(field, values, 0);
        return this;
    }

    /**
     * The remaining bytes of a uint8 or int8 field or an image; the buffer's position does not move.
     *
     * @param values as many remain as the field has elements; of an image height x width x channels, row-major
     * @return this
     */
    public StepWriter put(Field field, ByteBuffer values) {
        check(field, JavaType.BYTE_BUFFER, values.remaining());
        row.put(field, values, values.position());
        return this;
    }

    /**
     * The value of a scalar float32 or float16 field.
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
     * The value of a scalar float64 field.
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
     * The value of a scalar integer field of up to 32 bits; it must fit.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, int value) {
        DType dtype = field.spec().dtype();
        check(field, JavaType.INT, 1);
        IntegerRange.check(field, value);
        switch (dtype) {
            case INT32, UINT32 -> {
                oneInt[0] = value;
                row.put(field, oneInt, 0);
            }
            case UINT8, INT8 -> {
                oneByte[0] = (byte) value;
                row.put(field, oneByte, 0);
            }
            default -> {
                oneShort[0] = (short) value;
                row.put(field, oneShort, 0);
            }
        }
        return this;
    }

    /**
     * The value of a scalar int64 field, the bit pattern of a uint64 field, or the value of a uint32 field, which must
     * fit.
     *
     * @param field of one element
     * @return this
     */
    public StepWriter put(Field field, long value) {
        DType dtype = field.spec().dtype();
        check(field, JavaType.LONG, 1);
        if (dtype == DType.UINT32) {
            IntegerRange.check(field, value);
            oneInt[0] = (int) value;
            row.put(field, oneInt, 0);
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
        check(field, JavaType.TEXT, field.elements());
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
     * Metres for an int16 field whose unit is {@code mm}: rounded to the nearest millimetre; beyond +-32.767 m
     * saturated and counted in the episode's summary.
     *
     * @param metres {@code field.elements()} of them, row-major
     * @return this
     */
    public StepWriter putMetres(Field field, float[] metres) {
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
        row.check(field, givenType.fits(field), givenType.label(), givenLength, field.elements());
    }
}
