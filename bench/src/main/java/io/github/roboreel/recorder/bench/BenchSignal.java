package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * The values of {@code peers/peer_h5py.py}, made beforehand: env e has row {@code (i + e) % rows} of a pool of up to
 * 512 rows at step i, frame {@code (i + e) % 8} of each camera.
 *
 * <p>{@link #load} does what a vectorised simulator does before it hands over: it fills one array of shape N x d per
 * field. For one thread.
 */
final class BenchSignal {
    private static final int MAX_POOL_ROWS = 512;
    private static final int FRAMES = 8;
    private static final double STEPS_PER_SECOND = 15;
    private static final double NOISE = 1e-3;

    private final List<Values> values;

    /**
     * One field's values for all envs.
     *
     * @param pool array or direct buffer of the rows, so many of them again as N rows from any of them need
     * @param batch array of N rows that is handed over; the pool itself for images
     * @param rowLength elements or bytes of a row
     */
    private record Values(Field field, Object pool, Object batch, int rowLength, int poolRows) {
        void load(long step) {
            int from = (int) (step % poolRows) * rowLength;
            if (pool instanceof ByteBuffer frames) {
                int bytes = frames.capacity() - FRAMES * rowLength;
                frames.limit(from + bytes).position(from);
            } else {
                System.arraycopy(pool, from, batch, 0, Array.getLength(batch));
            }
        }

        Values copy() {
            Object own = Array.newInstance(batch.getClass().componentType(), Array.getLength(batch));
            return new Values(field, pool, own, rowLength, poolRows);
        }

        void put(BatchWriter rows) {
            if (batch instanceof float[] floats) {
                rows.put(field, floats);
            } else if (batch instanceof short[] shorts) {
                rows.put(field, shorts);
            } else if (batch instanceof byte[] bytes) {
                rows.put(field, bytes);
            } else {
                rows.put(field, (ByteBuffer) batch);
            }
        }
    }

    private BenchSignal(List<Values> values) {
        this.values = values;
    }

    /** Values of every field of the schema but the timestamps, which the recorder fills. */
    BenchSignal(FieldSchema schema, int numEnvs, int steps, ImageKind imageKind) {
        this(new ArrayList<>());
        Random random = new Random(0);
        int poolRows = Math.min(steps, MAX_POOL_ROWS);
        for (Field field : schema.layout(FieldPhase.STEP).fields()) {
            String path = field.spec().path();
            if (field.spec().image()) {
                values.add(frames(field, numEnvs, imageKind, random));
            } else if (!path.equals(DemoPaths.SIM_TIME) && !path.equals(DemoPaths.WALL_TIME)) {
                values.add(sines(field, numEnvs, poolRows, random));
            }
        }
    }

    /** Arrays of their own for each row of the pool, filled, where loading them must not be measured. No images. */
    static List<BenchSignal> loaded(FieldSchema schema, int numEnvs) {
        BenchSignal all = new BenchSignal(schema, numEnvs, MAX_POOL_ROWS, ImageKind.GRADIENT);
        List<BenchSignal> each = new ArrayList<>();
        for (int step = 0; step < MAX_POOL_ROWS; step++) {
            BenchSignal own =
                    new BenchSignal(all.values.stream().map(Values::copy).toList());
            own.load(step);
            each.add(own);
        }
        return each;
    }

    /** Fills the arrays with a step's values. */
    void load(long step) {
        for (int i = 0; i < values.size(); i++) {
            values.get(i).load(step);
        }
    }

    /** Hands the arrays over as one step of all envs. */
    void publish(EpisodeRecorder recorder) {
        BatchWriter rows = recorder.stepAll();
        put(rows);
        rows.publish();
    }

    void put(BatchWriter rows) {
        for (int i = 0; i < values.size(); i++) {
            values.get(i).put(rows);
        }
    }

    /** Hands the arrays over as one step of an env; they have its rows alone, and no images. */
    void publish(EnvRecorder env) {
        StepWriter row = env.step();
        for (int i = 0; i < values.size(); i++) {
            row.putArray(values.get(i).field, values.get(i).batch);
        }
        row.publish();
    }

    /** Sines with noise as the peer has them, in the array type that the dtype takes. */
    private static Values sines(Field field, int numEnvs, int poolRows, Random random) {
        DType dtype = field.spec().dtype();
        Class<?> type = dtype.javaType();
        int columns = field.spec().elements();
        double[][] rows = sines(poolRows, columns, random);
        Object pool = Array.newInstance(type, (poolRows + numEnvs) * columns);
        for (int i = 0; i < Array.getLength(pool); i++) {
            double value = rows[i / columns % poolRows][i % columns];
            if (type == float.class) {
                Array.setFloat(pool, i, (float) value);
            } else if (type == short.class) {
                int least = dtype.min().intValue();
                Array.setShort(pool, i, (short) Math.max(least, Math.min(Short.MAX_VALUE, 1000 * value)));
            } else {
                Array.setByte(pool, i, (byte) (int) Math.max(0, Math.min(255, 1000 * value)));
            }
        }
        return new Values(field, pool, Array.newInstance(type, numEnvs * columns), columns, poolRows);
    }

    private static double[][] sines(int rows, int columns, Random random) {
        double[][] pool = new double[rows][columns];
        for (int column = 0; column < columns; column++) {
            double radiansPerSecond = 0.3 + random.nextDouble();
            double amplitude = 0.2 + random.nextDouble();
            for (int row = 0; row < rows; row++) {
                double sine = Math.sin(row / STEPS_PER_SECOND * radiansPerSecond);
                pool[row][column] = sine * amplitude + NOISE * random.nextGaussian();
            }
        }
        return pool;
    }

    /** Frames that are neither constant nor incompressible. */
    private static Values frames(Field field, int numEnvs, ImageKind kind, Random random) {
        int frameBytes = field.spec().rowBytes();
        ByteBuffer pool = ByteBuffer.allocateDirect(Math.multiplyExact(FRAMES + numEnvs, frameBytes));
        int height = field.spec().shape().get(0);
        int width = field.spec().shape().get(1);
        for (int frame = 0; frame < FRAMES; frame++) {
            kind.draw(frame, width, height, random, pool);
        }
        for (int frame = FRAMES; frame < FRAMES + numEnvs; frame++) {
            pool.put(frame * frameBytes, pool, frame % FRAMES * frameBytes, frameBytes);
        }
        return new Values(field, pool, pool, frameBytes, FRAMES);
    }
}
