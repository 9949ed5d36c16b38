package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.schema.Field;
import java.util.Random;

/** One field's values for all envs. */
interface FieldValues {
    double STEPS_PER_SECOND = 15;
    double NOISE = 1e-3;

    /** Makes the values of this step those to be put. */
    void load(long step);

    /** Puts N rows. */
    void put(BatchWriter rows);

    /** Sines with noise as the peer has them, in the array type that the dtype takes. */
    static FieldValues of(Field field, int numEnvs, int poolRows, Random random) {
        int columns = field.spec().elements();
        double[][] pool = sines(poolRows, columns, random);
        return switch (field.spec().dtype()) {
            case FLOAT32, FLOAT16 -> new Floats(field, numEnvs, pool);
            case INT16 -> new Shorts(field, numEnvs, pool, Short.MIN_VALUE);
            case UINT16 -> new Shorts(field, numEnvs, pool, 0);
            case UINT8 -> new Bytes(field, numEnvs, pool);
            default ->
                throw new IllegalArgumentException(
                        "no signal for a field of " + field.spec().dtype().label());
        };
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

    /** The pool's rows one after the other, as often as N rows from any of them need. */
    final class Floats implements FieldValues {
        private final Field field;
        private final int poolRows;
        private final float[] pool;
        private final float[] batch;

        Floats(Field field, int numEnvs, double[][] rows) {
            this.field = field;
            int columns = rows[0].length;
            poolRows = rows.length;
            batch = new float[numEnvs * columns];
            pool = new float[(poolRows + numEnvs) * columns];
            for (int i = 0; i < pool.length; i++) {
                pool[i] = (float) rows[i / columns % poolRows][i % columns];
            }
        }

        @Override
        public void load(long step) {
            int from = (int) (step % poolRows) * field.elements();
            System.arraycopy(pool, from, batch, 0, batch.length);
        }

        @Override
        public void put(BatchWriter rows) {
            rows.put(field, batch);
        }
    }

    /** Thousandths, clipped to the type's range. */
    final class Shorts implements FieldValues {
        private final Field field;
        private final int poolRows;
        private final short[] pool;
        private final short[] batch;

        Shorts(Field field, int numEnvs, double[][] rows, int least) {
            this.field = field;
            int columns = rows[0].length;
            poolRows = rows.length;
            batch = new short[numEnvs * columns];
            pool = new short[(poolRows + numEnvs) * columns];
            for (int i = 0; i < pool.length; i++) {
                double thousandths = 1000 * rows[i / columns % poolRows][i % columns];
                pool[i] = (short) Math.max(least, Math.min(Short.MAX_VALUE, thousandths));
            }
        }

        @Override
        public void load(long step) {
            int from = (int) (step % poolRows) * field.elements();
            System.arraycopy(pool, from, batch, 0, batch.length);
        }

        @Override
        public void put(BatchWriter rows) {
            rows.put(field, batch);
        }
    }

    /** Thousandths, clipped to 0 to 255. */
    final class Bytes implements FieldValues {
        private final Field field;
        private final int poolRows;
        private final byte[] pool;
        private final byte[] batch;

        Bytes(Field field, int numEnvs, double[][] rows) {
            this.field = field;
            int columns = rows[0].length;
            poolRows = rows.length;
            batch = new byte[numEnvs * columns];
            pool = new byte[(poolRows + numEnvs) * columns];
            for (int i = 0; i < pool.length; i++) {
                double thousandths = 1000 * rows[i / columns % poolRows][i % columns];
                pool[i] = (byte) (int) Math.max(0, Math.min(255, thousandths));
            }
        }

        @Override
        public void load(long step) {
            int from = (int) (step % poolRows) * field.elements();
            System.arraycopy(pool, from, batch, 0, batch.length);
        }

        @Override
        public void put(BatchWriter rows) {
            rows.put(field, batch);
        }
    }
}
