package io.github.roboreel.dashboard.series;

/** One component of a dataset, all rows, in as few bytes as its type allows. */
sealed interface StoredColumn {
    /** Values of rows, as float64, to the start of an array. */
    void widen(int from, int count, double[] out);

    /** Takes a component of rows that are this wide, to a row and those after it. */
    void take(int row, double[] rows, int component, int width, int count);

    /** Memory, bytes. */
    long bytes();

    /** An empty one. */
    static StoredColumn of(int rows, boolean fitsFloat) {
        return fitsFloat ? new Floats(new float[rows]) : new Doubles(new double[rows]);
    }

    /** Of values that a float32 holds without loss. */
    record Floats(float[] values) implements StoredColumn {
        @Override
        public void widen(int from, int count, double[] out) {
            for (int i = 0; i < count; i++) {
                out[i] = values[from + i];
            }
        }

        @Override
        public void take(int row, double[] rows, int component, int width, int count) {
            for (int i = 0; i < count; i++) {
                values[row + i] = (float) rows[i * width + component];
            }
        }

        @Override
        public long bytes() {
            return (long) values.length * Float.BYTES;
        }
    }

    /** Of all others. */
    record Doubles(double[] values) implements StoredColumn {
        @Override
        public void widen(int from, int count, double[] out) {
            System.arraycopy(values, from, out, 0, count);
        }

        @Override
        public void take(int row, double[] rows, int component, int width, int count) {
            for (int i = 0; i < count; i++) {
                values[row + i] = rows[i * width + component];
            }
        }

        @Override
        public long bytes() {
            return (long) values.length * Double.BYTES;
        }
    }
}
