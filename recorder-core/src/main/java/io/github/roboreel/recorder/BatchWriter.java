package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Takes one step of all envs from a vectorised simulator: each array holds {@code numEnvs} rows in env order, shape (N,
 * ...) row-major. Rows of envs that are not recording are passed over. Otherwise as {@link StepWriter}; all steps are
 * published with one claim. Where episodes are continuous, one call may hold the last step of one env's episode and the
 * first of another's. For one thread at a time, and not together with the envs' own handles.
 *
 * <p>An array of a wrong dtype or length throws at the call. A value that is refused, such as the NaN of one env that
 * has diverged, costs that env this step: its row is dropped and counted in {@link EpisodeSummary#droppedRows}, and
 * {@link #publish} hands over the rows of the others before it throws.
 */
public final class BatchWriter {
    private final EnvRecorder[] envs;
    private final EnvEpisode[] active;
    private int activeCount;
    // Of the values that were refused since the rows were opened; null without one.
    private IllegalArgumentException refusal;

    BatchWriter(EnvRecorder[] envs) {
        this.envs = envs;
        this.active = new EnvEpisode[envs.length];
    }

    /**
     * Opens a row in every env that is recording.
     *
     * @param mask whose rows are wanted; null for all
     */
    BatchWriter open(boolean[] mask) {
        requirePublished();
        activeCount = 0;
        try {
            for (int env = 0; env < envs.length; env++) {
                EnvEpisode episode = envs[env].recorded();
                boolean isWanted = mask == null || mask[env];
                if (isWanted && episode != null && episode.isRecording()) {
                    episode.openRow();
                    active[activeCount++] = episode;
                }
            }
        } catch (Throwable e) {
            dropRows();
            throw e;
        }
        return this;
    }

    /** Of all envs, so that a step that was not published is reported once. */
    private void requirePublished() {
        EnvEpisode first = null;
        int count = 0;
        for (EnvRecorder env : envs) {
            EnvEpisode episode = env.recorded();
            if (episode != null && episode.hasUnpublishedRow()) {
                first = first == null ? episode : first;
                count++;
                episode.dropRow();
            }
        }
        if (first != null) {
            String others = count > 1 ? " and " + (count - 1) + " more" : "";
            refusal = null;
            throw new IllegalStateException(EnvEpisode.unpublished("env " + first.simEnv() + others));
        }
        tellRefusal();
    }

    private void tellRefusal() {
        IllegalArgumentException told = refusal;
        refusal = null;
        if (told != null) {
            throw told;
        }
    }

    /** Drops the row of one env; those of the others are kept. The order of the rows changes behind the index only. */
    private void refuse(int activeIndex, IllegalArgumentException cause) {
        active[activeIndex].dropRefusedRow();
        active[activeIndex] = active[--activeCount];
        if (refusal == null) {
            refusal = new IllegalArgumentException(
                    cause.getMessage() + "; this env's row is dropped, those of the others are kept", cause);
        } else {
            refusal.addSuppressed(cause);
        }
    }

    private void dropRows() {
        for (int i = 0; i < activeCount; i++) {
            active[i].dropRow();
        }
        activeCount = 0;
    }

    /**
     * N rows of a float32, float64 or float16 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, float[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.FLOAT_ARRAY, values.length);
        for (int i = activeCount - 1; i >= 0; i--) {
            try {
                active[i].row().put(field, values, from(i, field));
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * N rows of a float32 field or depth image, or of a float64 field, from a buffer's remaining values.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, FloatBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.FLOAT_BUFFER, values.remaining());
        for (int i = activeCount - 1; i >= 0; i--) {
            try {
                active[i].row().put(field, values, values.position() + from(i, field));
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * N rows of an int16 or uint16 field or depth image from a buffer's remaining values.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, ShortBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.SHORT_BUFFER, values.remaining());
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, values.position() + from(i, field));
        }
        return this;
    }

    /**
     * N rows of a float64 field, or of a float32 field or depth image; see {@link StepWriter#put(Field, double[])}.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, double[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.DOUBLE_ARRAY, values.length);
        for (int i = activeCount - 1; i >= 0; i--) {
            try {
                active[i].row().put(field, values, from(i, field));
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * N rows of an int16 or uint16 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, short[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.SHORT_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of an int32, int64, float64 or uint32 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, int[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.INT_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of an int64 or uint64 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, long[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.LONG_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of a uint8 or int8 field or image.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, byte[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.BYTE_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of a bool field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, boolean[] values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.BOOLEAN_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of any field or image as they are stored, from a buffer's remaining bytes, little-endian whatever order
     * the buffer has; see {@link StepWriter#put(Field, ByteBuffer)}.
     *
     * @param values shape (N, ...field), row-major, in env order; N times {@code field.rowBytes()} remain
     * @return this
     */
    public BatchWriter put(Field field, ByteBuffer values) {
        RowBuffer.requireGiven(field, values);
        check(field, JavaType.STORED_BYTES, values.remaining());
        for (int i = activeCount - 1; i >= 0; i--) {
            try {
                active[i].row().put(field, values, values.position() + active[i].simEnv() * field.rowBytes());
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * N texts of a text field, one an env.
     *
     * @param texts shape (N,), each of at most {@code field.rowBytes()} bytes of UTF-8
     * @return this
     */
    public BatchWriter put(Field field, String[] texts) {
        RowBuffer.requireGiven(field, texts);
        check(field, JavaType.TEXTS, texts.length);
        for (int i = activeCount - 1; i >= 0; i--) {
            String text = texts[active[i].simEnv()];
            try {
                active[i].row().checkText(field, text);
                active[i].row().put(field, text);
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * N rows of metres for an int16 field in mm; see {@link StepWriter#putMetres}.
     *
     * @param metres shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter putMetres(Field field, float[] metres) {
        RowBuffer.requireGiven(field, metres);
        check(field, JavaType.METRES, metres.length);
        for (int i = activeCount - 1; i >= 0; i--) {
            try {
                active[i].row().putMillimetres(field, metres, from(i, field));
            } catch (IllegalArgumentException e) {
                refuse(i, e);
            }
        }
        return this;
    }

    /**
     * Hands all steps over to the ring with one claim. They would still be lost with the process;
     * {@link EnvRecorder#durableSteps} says from when on they are not. The simulation waits here while the ring has not
     * that much room.
     *
     * @throws IllegalArgumentException when fields are missing in a row, and nothing is published then; or when a value
     *     was refused, naming its env: the rows of the other envs are published then
     * @throws RecorderException when the recording has failed
     */
    public void publish() {
        publishRows();
        tellRefusal();
    }

    /**
     * Gives up the rows that were opened and not published, after an exception between the puts for example. They are
     * not counted.
     */
    public void discardRow() {
        refusal = null;
        for (int i = 0; i < activeCount; i++) {
            active[i].discardRow();
        }
    }

    private void publishRows() {
        for (int i = 0; i < activeCount; i++) {
            active[i].requireRowOpen();
            active[i].completeRow();
        }
        int kept = 0;
        for (int i = 0; i < activeCount; i++) {
            if (active[i].keepsRow()) {
                active[kept++] = active[i];
            }
        }
        publishKept(kept);
    }

    /** Envs that have begun their next episode may be in the next run already, which has a ring of its own. */
    private void publishKept(int count) {
        for (int from = 0; from < count; ) {
            StepRing ring = active[from].ring();
            int to = from + 1;
            for (int i = to; i < count; i++) {
                if (active[i].ring() == ring) {
                    EnvEpisode episode = active[i];
                    active[i] = active[to];
                    active[to++] = episode;
                }
            }
            publish(ring, from, to);
            from = to;
        }
    }

    private void publish(StepRing ring, int from, int to) {
        long last = ring.claim(to - from);
        long first = last - (to - from) + 1;
        int moved = from;
        try {
            for (; moved < to; moved++) {
                active[moved].moveRowTo(ring.slot(first + moved - from));
            }
        } finally {
            for (; moved < to; moved++) {
                ring.slot(first + moved - from).setVoid();
            }
            ring.publish(first, last);
        }
    }

    private int from(int activeIndex, Field field) {
        return active[activeIndex].simEnv() * field.elements();
    }

    /** Every row must be open; what the field takes is the same for all. */
    private void check(Field field, JavaType givenType, int givenLength) {
        for (int i = 0; i < activeCount; i++) {
            active[i].requireRowOpen();
        }
        if (activeCount > 0) {
            active[0].row().check(field, givenType, givenLength, envs.length);
        }
    }
}
