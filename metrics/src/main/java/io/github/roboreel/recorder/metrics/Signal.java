package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.fault.Sentence;
import java.util.stream.IntStream;

/**
 * A float64 signal of shape (rows, columns), one row per step, immutable. Units are those of the values it was made of.
 */
public final class Signal {
    private final double[] values;
    private final int rows;
    private final int columns;

    private Signal(double[] values, int columns) {
        this.values = values;
        this.rows = values.length / columns;
        this.columns = columns;
    }

    /**
     * Copies row-major values.
     *
     * @throws IllegalArgumentException if there is no column or the last row is incomplete
     */
    public static Signal of(double[] rowMajor, int columns) {
        return owning(rowMajor.clone(), columns);
    }

    /** Takes the array over without a copy; the caller must not write to it any more. */
    static Signal owning(double[] rowMajor, int columns) {
        if (columns < 1 || rowMajor.length % columns != 0) {
            throw new IllegalArgumentException(Sentence.of(
                    "a signal needs whole rows of at least one column, given %d values in rows of %d",
                    rowMajor.length, columns));
        }
        return new Signal(rowMajor, columns);
    }

    /** Number of steps. */
    public int rows() {
        return rows;
    }

    /** Values per step. */
    public int columns() {
        return columns;
    }

    /** One value. */
    public double at(int row, int column) {
        return values[row * columns + column];
    }

    /** A copy of one column, shape (rows). */
    public double[] column(int column) {
        double[] result = new double[rows];
        for (int row = 0; row < rows; row++) {
            result[row] = at(row, column);
        }
        return result;
    }

    /** The named columns in the given order. */
    Signal select(int[] selected) {
        double[] result = new double[rows * selected.length];
        int next = 0;
        for (int row = 0; row < rows; row++) {
            for (int column : selected) {
                result[next++] = at(row, column);
            }
        }
        return owning(result, selected.length);
    }

    /** The first columns; all of them when there are no more than that. */
    Signal firstColumns(int count) {
        return count >= columns ? this : select(IntStream.range(0, count).toArray());
    }

    /** Euclidean norm of each row, shape (rows), in the signal's unit. */
    public double[] norms() {
        double[] result = new double[rows];
        for (int row = 0; row < rows; row++) {
            result[row] = Math.sqrt(squaredNorm(row));
        }
        return result;
    }

    /** Sum of the squares of each row, shape (rows), in the signal's unit squared. */
    double[] squaredNorms() {
        double[] result = new double[rows];
        for (int row = 0; row < rows; row++) {
            result[row] = squaredNorm(row);
        }
        return result;
    }

    private double squaredNorm(int row) {
        double sum = 0;
        for (int column = 0; column < columns; column++) {
            sum += at(row, column) * at(row, column);
        }
        return sum;
    }

    /**
     * Root of the mean square of the difference from another signal in one column, in the signal's unit.
     *
     * @param other of as many rows, in the same unit
     */
    public double rmsDifference(Signal other, int column) {
        double sum = 0;
        for (int row = 0; row < rows; row++) {
            double difference = at(row, column) - other.at(row, column);
            sum += difference * difference;
        }
        return Math.sqrt(sum / rows);
    }

    /** Length of the polygonal line through the rows, in the signal's unit. */
    double pathLength() {
        double length = 0;
        for (int row = 1; row < rows; row++) {
            length += distance(row - 1, row);
        }
        return length;
    }

    private double distance(int from, int to) {
        double squared = 0;
        for (int column = 0; column < columns; column++) {
            double difference = at(to, column) - at(from, column);
            squared += difference * difference;
        }
        return Math.sqrt(squared);
    }

    /**
     * Time derivative of each column by finite differences: central ones, {@code (x[k+1] - x[k-1]) / 2h}, inside;
     * one-sided ones of first order, {@code (x[1] - x[0]) / h}, at both ends. This is {@code numpy.gradient} with its
     * default {@code edge_order=1}.
     *
     * @param dtSeconds time between two rows, s
     * @throws IllegalArgumentException if there are fewer than two rows
     */
    public Signal derivative(double dtSeconds) {
        if (rows < 2) {
            throw new IllegalArgumentException(Sentence.of("a derivative needs at least 2 rows, given %d", rows));
        }
        double[] result = new double[values.length];
        for (int row = 0; row < rows; row++) {
            int before = Math.max(row - 1, 0);
            int after = Math.min(row + 1, rows - 1);
            double span = (after - before) * dtSeconds;
            for (int column = 0; column < columns; column++) {
                result[row * columns + column] = (at(after, column) - at(before, column)) / span;
            }
        }
        return new Signal(result, columns);
    }
}
