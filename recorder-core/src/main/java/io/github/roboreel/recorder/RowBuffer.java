package io.github.roboreel.recorder;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.Float16;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.schema.IntegerRange;
import io.github.roboreel.recorder.schema.RowLayout;
import io.github.roboreel.recorder.schema.TextBytes;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.FloatBuffer;
import java.nio.IntBuffer;
import java.nio.LongBuffer;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;

/**
 * A producer's scratch row: values are checked and copied in one by one, then moved into a ring slot as a whole, so
 * that a bad value never leaves half a step behind. For one thread at a time.
 */
final class RowBuffer {
    private final int env;
    private final FieldSchema schema;
    private final FieldPhase phase;
    private final RowLayout layout;
    private final FrameSource frameSource;
    private final PooledFrame[] frames;
    private final boolean[] given;
    private final ByteBuffer bytes;
    private final FloatBuffer floats;
    private final DoubleBuffer doubles;
    private final ShortBuffer shorts;
    private final IntBuffer ints;
    private final LongBuffer longs;
    private int givenCount;
    private boolean takesFrames = true;
    private long saturatedValues;

    RowBuffer(int env, FieldSchema schema, FieldPhase phase, FrameSource frameSource) {
        this.env = env;
        this.schema = schema;
        this.phase = phase;
        this.layout = schema.layout(phase);
        this.frameSource = frameSource;
        frames = new PooledFrame[layout.images().size()];
        given = new boolean[layout.fields().size()];
        bytes = ByteBuffer.allocateDirect(layout.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        floats = bytes.asFloatBuffer();
        doubles = bytes.asDoubleBuffer();
        shorts = bytes.asShortBuffer();
        ints = bytes.asIntBuffer();
        longs = bytes.asLongBuffer();
    }

    RowLayout layout() {
        return layout;
    }

    /** Forgets everything; frames that were not moved go back to their pool. */
    void clear() {
        forgetGiven();
        saturatedValues = 0;
        takesFrames = true;
        for (int i = 0; i < frames.length; i++) {
            if (frames[i] != null) {
                frames[i].release();
                frames[i] = null;
            }
        }
    }

    private void forgetGiven() {
        Arrays.fill(given, false);
        givenCount = 0;
    }

    /** Whether values were put that were neither moved nor forgotten. */
    boolean isFilled() {
        return givenCount > 0;
    }

    /** Opens a row that keeps no images: they are checked and dropped, and take no pooled frame. */
    void clearWithoutFrames() {
        clear();
        takesFrames = false;
    }

    boolean has(Field field) {
        return given[field.index()];
    }

    /** The first value of a numeric field that was put, widened to float64. */
    double firstValue(Field field) {
        DType dtype = field.spec().dtype();
        return dtype.isText() ? Double.NaN : Elements.getDouble(dtype, bytes, field.offsetBytes() / dtype.bytes());
    }

    /** Integer values clamped in this row because they did not fit. */
    long saturatedValues() {
        return saturatedValues;
    }

    /** Refuses a row with fields missing. */
    void requireComplete() {
        if (givenCount != given.length) {
            List<String> missing = layout.fields().stream()
                    .filter(f -> !has(f))
                    .map(f -> f.spec().path())
                    .toList();
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: the row lacks %s; put every field of the schema before publish",
                    env, String.join(", ", missing)));
        }
    }

    void moveTo(ByteBuffer slot, PooledFrame[] slotFrames, int holderCount) {
        slot.put(0, bytes, 0, layout.rowBytes());
        for (int i = 0; i < frames.length; i++) {
            frames[i].shareAmong(holderCount);
            slotFrames[i] = frames[i];
            frames[i] = null;
        }
        forgetGiven();
    }

    void put(Field field, float[] values, int from) {
        FieldSpec spec = field.spec();
        int count = field.elements();
        if (!spec.nonFiniteAllowed()) {
            ValueChecks.requireFinite(env, field, values, from);
        }
        switch (spec.dtype().bytes()) {
            case Short.BYTES -> putHalves(field, values, from, count);
            case Double.BYTES -> putWidened(field, values, from, count);
            default -> putFloats(field, values, from, count);
        }
        mark(field);
    }

    private void putFloats(Field field, float[] values, int from, int count) {
        if (!field.spec().image()) {
            floats.put(field.offsetBytes() / Float.BYTES, values, from, count);
        } else if (takesFrames) {
            frame(field).floats().put(0, values, from, count);
        }
    }

    private void putWidened(Field field, float[] values, int from, int count) {
        int at = field.offsetBytes() / Double.BYTES;
        for (int i = 0; i < count; i++) {
            doubles.put(at + i, values[from + i]);
        }
    }

    /** Values of a float32 or float64 field. */
    void put(Field field, FloatBuffer values, int from) {
        int count = field.elements();
        if (!field.spec().nonFiniteAllowed()) {
            ValueChecks.requireFinite(env, field, values, from);
        }
        if (field.spec().dtype() == DType.FLOAT64) {
            int at = field.offsetBytes() / Double.BYTES;
            for (int i = 0; i < count; i++) {
                doubles.put(at + i, values.get(from + i));
            }
        } else if (!field.spec().image()) {
            floats.put(field.offsetBytes() / Float.BYTES, values, from, count);
        } else if (takesFrames) {
            frame(field).floats().put(0, values, from, count);
        }
        mark(field);
    }

    private void putHalves(Field field, float[] values, int from, int count) {
        if (!field.spec().nonFiniteAllowed()) {
            ValueChecks.requireHalfRange(env, field, values, from);
        }
        int at = field.offsetBytes() / Short.BYTES;
        for (int i = 0; i < count; i++) {
            shorts.put(at + i, Float16.fromFloat(values[from + i]));
        }
    }

    /** Values of a float64 field, or of a float32 field, which are rounded to nearest even. */
    void put(Field field, double[] values, int from) {
        int count = field.elements();
        if (!field.spec().nonFiniteAllowed()) {
            ValueChecks.requireFinite(env, field, values, from);
        }
        if (field.spec().dtype() == DType.FLOAT32) {
            putNarrowed(field, values, from, count);
        } else {
            doubles.put(field.offsetBytes() / Double.BYTES, values, from, count);
        }
        mark(field);
    }

    private void putNarrowed(Field field, double[] values, int from, int count) {
        ValueChecks.requireFloatRange(env, field, values, from);
        boolean isImage = field.spec().image();
        if (isImage && !takesFrames) {
            return;
        }
        FloatBuffer to = isImage ? frame(field).floats() : floats;
        int at = isImage ? 0 : field.offsetBytes() / Float.BYTES;
        for (int i = 0; i < count; i++) {
            to.put(at + i, (float) values[from + i]);
        }
    }

    void put(Field field, short[] values, int from) {
        if (!field.spec().image()) {
            shorts.put(field.offsetBytes() / Short.BYTES, values, from, field.elements());
        } else if (takesFrames) {
            frame(field).shorts().put(0, values, from, field.elements());
        }
        mark(field);
    }

    void put(Field field, ShortBuffer values, int from) {
        if (!field.spec().image()) {
            shorts.put(field.offsetBytes() / Short.BYTES, values, from, field.elements());
        } else if (takesFrames) {
            frame(field).shorts().put(0, values, from, field.elements());
        }
        mark(field);
    }

    /** Values of an int32 or uint32 field, or of an int64 or float64 field, which holds them exactly. */
    void put(Field field, int[] values, int from) {
        DType dtype = field.spec().dtype();
        int count = field.elements();
        int at = field.offsetBytes() / dtype.bytes();
        if (dtype.bytes() == Integer.BYTES) {
            ints.put(at, values, from, count);
        } else {
            for (int i = 0; i < count; i++) {
                Elements.putLong(dtype, bytes, at + i, values[from + i]);
            }
        }
        mark(field);
    }

    void put(Field field, long[] values, int from) {
        longs.put(field.offsetBytes() / Long.BYTES, values, from, field.elements());
        mark(field);
    }

    void put(Field field, byte[] values, int from) {
        int count = field.elements();
        if (!field.spec().image()) {
            bytes.put(field.offsetBytes(), values, from, count);
        } else if (takesFrames) {
            frame(field).bytes().put(0, values, from, count);
        }
        mark(field);
    }

    /** Values of any field as they are stored, from that byte on. */
    void put(Field field, ByteBuffer values, int from) {
        ValueChecks.requireStorable(env, field, values, from);
        int count = field.rowBytes();
        if (!field.spec().image()) {
            bytes.put(field.offsetBytes(), values, from, count);
        } else if (takesFrames) {
            frame(field).bytes().put(0, values, from, count);
        }
        mark(field);
    }

    void put(Field field, boolean[] values, int from) {
        for (int i = 0; i < field.elements(); i++) {
            bytes.put(field.offsetBytes() + i, (byte) (values[from + i] ? 1 : 0));
        }
        mark(field);
    }

    /** A text, whose bytes must fit. */
    void put(Field field, String text) {
        TextBytes.put(text, bytes, field.offsetBytes(), field.rowBytes());
        mark(field);
    }

    /** Metres as whole millimetres, to the nearest, clamped to int16 and counted. */
    void putMillimetres(Field field, float[] metres, int from) {
        int count = field.elements();
        ValueChecks.requireFinite(env, field, metres, from);
        int at = field.offsetBytes() / Short.BYTES;
        for (int i = 0; i < count; i++) {
            double millimetres = Math.rint(metres[from + i] * 1000.0);
            double clamped = Math.max(Short.MIN_VALUE, Math.min(Short.MAX_VALUE, millimetres));
            saturatedValues += clamped == millimetres ? 0 : 1;
            shorts.put(at + i, (short) clamped);
        }
        mark(field);
    }

    /** Refuses an array or buffer that is null. */
    static void requireGiven(Field field, Object values) {
        if (values == null) {
            throw new IllegalArgumentException(
                    "field '" + field + "' expects " + field.spec().typeText() + "; given null");
        }
    }

    /** Refuses a handle of another schema or phase, another dtype, or another length than that of so many rows. */
    void check(Field field, JavaType givenType, long givenLength, int rows) {
        if (field.spec().phase() != phase || !schema.owns(field)) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: field '%s' does not belong to this row; take handles from this recorder's schema "
                            + "and put %s fields at the %s only",
                    env,
                    field,
                    field.spec().phase().label(),
                    field.spec().phase().label()));
        }
        long expectedLength = rows * givenType.rowLength(field);
        if (!givenType.fits(field) || givenLength != expectedLength) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: field '%s' expects %s, %s; given %s of type %s",
                    env,
                    field,
                    field.spec().typeText(),
                    givenType.lengthText(expectedLength),
                    givenType.lengthText(givenLength),
                    givenType.label()));
        }
    }

    /** Refuses a whole number that the field's dtype cannot hold. */
    void checkRange(Field field, long value) {
        IntegerRange.check(env, field, value);
    }

    /** Refuses a text that the field has no room for. */
    void checkText(Field field, String text) {
        if (text == null) {
            throw new IllegalArgumentException("env " + env + ": field '" + field + "' expects a text; given null");
        }
        int length = TextBytes.length(env, field, text);
        if (length > field.rowBytes()) {
            throw new IllegalArgumentException(Sentence.of(
                    "env %s: field '%s' expects a text of at most %s bytes of UTF-8; given one of %s",
                    env, field, field.rowBytes(), length));
        }
    }

    private void mark(Field field) {
        if (!given[field.index()]) {
            given[field.index()] = true;
            givenCount++;
        }
    }

    private PooledFrame frame(Field field) {
        int i = field.imageIndex();
        if (frames[i] == null) {
            frames[i] = frameSource.acquire(field);
        }
        return frames[i];
    }
}
