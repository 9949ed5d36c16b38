package io.github.roboreel.recorder;

import io.github.roboreel.recorder.engine.StepRing;
import io.github.roboreel.recorder.schema.Field;
import java.nio.ByteBuffer;
import java.nio.FloatBuffer;
import java.nio.ShortBuffer;

/**
 * Takes one step of all envs from a vectorised simulator: each array holds {@code numEnvs} rows in env order, shape (N,
 * ...) row-major. Rows of envs that are not recording are passed over. Otherwise as {@link StepWriter}; all steps are
 * published with one claim. Where episodes are continuous, one call may hold the last step of one env's episode and the
 * first of another's. For one thread at a time, and not together with the envs' own handles.
 */
public final class BatchWriter {
    private final EnvRecorder[] envs;
    private final EnvEpisode[] active;
    private int activeCount;

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

    private void dropRows() {
        for (int i = 0; i < activeCount; i++) {
            active[i].dropRow();
        }
        activeCount = 0;
    }

    /**
     * N rows of a float32 or float16 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, float[] values) {
        check(field, JavaType.FLOAT_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of a float32 field or depth image from a buffer's remaining values.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, FloatBuffer values) {
        check(field, JavaType.FLOAT_BUFFER, values.remaining());
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, values.position() + from(i, field));
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
        check(field, JavaType.SHORT_BUFFER, values.remaining());
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, values.position() + from(i, field));
        }
        return this;
    }

    /**
     * N rows of a float64 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, double[] values) {
        check(field, JavaType.DOUBLE_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
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
        check(field, JavaType.SHORT_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of an int32 or uint32 field.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, int[] values) {
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
        check(field, JavaType.BOOLEAN_ARRAY, values.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, from(i, field));
        }
        return this;
    }

    /**
     * N rows of a uint8 or int8 field or image from a buffer's remaining bytes.
     *
     * @param values shape (N, ...field), row-major, in env order
     * @return this
     */
    public BatchWriter put(Field field, ByteBuffer values) {
        check(field, JavaType.BYTE_BUFFER, values.remaining());
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, values, values.position() + from(i, field));
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
        check(field, JavaType.TEXTS, texts.length * field.elements());
        for (int i = 0; i < activeCount; i++) {
            active[i].row().checkText(field, texts[active[i].simEnv()]);
        }
        for (int i = 0; i < activeCount; i++) {
            active[i].row().put(field, texts[active[i].simEnv()]);
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
        check(field, JavaType.METRES, metres.length);
        for (int i = 0; i < activeCount; i++) {
            active[i].row().putMillimetres(field, metres, from(i, field));
        }
        return this;
    }

    /**
     * Hands all steps over to the ring with one claim. They would still be lost with the process;
     * {@link EnvRecorder#durableSteps} says from when on they are not. The simulation waits here while the ring has not
     * that much room.
     *
     * @throws IllegalArgumentException when fields are missing in a row; nothing is published then
     * @throws RecorderException when the recording has failed
     */
    public void publish() {
        if (activeCount == 0) {
            return;
        }
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
            long expected = (long) envs.length * field.elements();
            active[0].row().check(field, givenType.fits(field), givenType.label(), givenLength, expected);
        }
    }
}
