package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.schema.Field;
import java.lang.reflect.Array;
import java.util.Random;
import java.util.function.Consumer;

/** One field's values for all envs. */
interface SyntheticValues {
    double STEPS_PER_SECOND = 15;
    double NOISE = 1e-3;

    /** Makes the values of this step those to be put. */
    void load(long step);

    /** Puts N rows. */
    void put(BatchWriter rows);

    /** Sines with noise as the peer has them, in the array type that the dtype takes. */
    static SyntheticValues of(Field field, int numEnvs, int poolRows, Random random) {
        int columns = field.spec().elements();
        double[][] pool = sines(poolRows, columns, random);
        DType dtype = field.spec().dtype();
        if (dtype.javaType() == float.class) {
            float[] batch = new float[numEnvs * columns];
            float[] all = new float[(poolRows + numEnvs) * columns];
            for (int i = 0; i < all.length; i++) {
                all[i] = (float) pool[i / columns % poolRows][i % columns];
            }
            return new Rows(all, batch, columns, poolRows, rows -> rows.put(field, batch));
        } else if (dtype.javaType() == short.class) {
            int least = dtype.min().intValue();
            short[] batch = new short[numEnvs * columns];
            short[] all = new short[(poolRows + numEnvs) * columns];
            for (int i = 0; i < all.length; i++) {
                double thousandths = 1000 * pool[i / columns % poolRows][i % columns];
                all[i] = (short) Math.max(least, Math.min(Short.MAX_VALUE, thousandths));
            }
            return new Rows(all, batch, columns, poolRows, rows -> rows.put(field, batch));
        } else if (dtype.javaType() == byte.class) {
            byte[] batch = new byte[numEnvs * columns];
            byte[] all = new byte[(poolRows + numEnvs) * columns];
            for (int i = 0; i < all.length; i++) {
                double thousandths = 1000 * pool[i / columns % poolRows][i % columns];
                all[i] = (byte) (int) Math.max(0, Math.min(255, thousandths));
            }
            return new Rows(all, batch, columns, poolRows, rows -> rows.put(field, batch));
        }
        throw new IllegalArgumentException("no signal for a field of " + dtype.label());
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

    /**
     * Rows of a pool one after the other, as often as N rows from any of them need.
     *
     * @param pool array of them
     * @param batch array of N of them, which is handed over
     * @param columns elements of a row
     * @param poolRows rows that differ
     * @param handOver puts the batch
     */
    record Rows(Object pool, Object batch, int columns, int poolRows, Consumer<BatchWriter> handOver)
            implements SyntheticValues {
        @Override
        public void load(long step) {
            int from = (int) (step % poolRows) * columns;
            System.arraycopy(pool, from, batch, 0, Array.getLength(batch));
        }

        @Override
        public void put(BatchWriter rows) {
            handOver.accept(rows);
        }
    }
}
