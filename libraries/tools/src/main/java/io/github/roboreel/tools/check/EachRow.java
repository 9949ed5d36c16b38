package io.github.roboreel.tools.check;

import java.util.Optional;

/** Tests every row by itself. */
final class EachRow implements RowRule {
    /** Quaternions are stored as float32 or rounded further, so their length is not exactly 1. */
    private static final double QUATERNION_TOLERANCE = 1e-3;

    /** What must hold for the values {@code from} (inclusive) to {@code to} (exclusive). */
    @FunctionalInterface
    interface Test {
        boolean holds(double[] values, int from, int to);
    }

    private final String complaint;
    private final Test test;
    private long rows;
    private long badRows;
    private long firstBadRow;

    private EachRow(String complaint, Test test) {
        this.complaint = complaint;
        this.test = test;
    }

    /** No NaN and no infinity. */
    static EachRow finite() {
        return new EachRow("holds NaN or infinity", (values, from, to) -> {
            for (int i = from; i < to; i++) {
                if (!Double.isFinite(values[i])) {
                    return false;
                }
            }
            return true;
        });
    }

    /** Four values from column {@code at} have length 1; those that are not finite pass. */
    static EachRow unitQuaternion(int at) {
        return new EachRow("holds quaternions whose length is not 1", (values, from, to) -> {
            double square = 0;
            for (int i = from + at; i < from + at + 4; i++) {
                square += values[i] * values[i];
            }
            return !(Math.abs(Math.sqrt(square) - 1) > QUATERNION_TOLERANCE);
        });
    }

    /** All values lie between two bounds, both included; NaN passes. */
    static EachRow within(double low, double high) {
        return new EachRow("holds values outside [" + low + ", " + high + "]", (values, from, to) -> {
            for (int i = from; i < to; i++) {
                if (values[i] < low || values[i] > high) {
                    return false;
                }
            }
            return true;
        });
    }

    @Override
    public void accept(long firstRow, double[] values, int columns) {
        for (int from = 0; from < values.length; from += columns) {
            if (!test.holds(values, from, from + columns)) {
                firstBadRow = badRows == 0 ? firstRow + from / columns : firstBadRow;
                badRows++;
            }
            rows++;
        }
    }

    @Override
    public Optional<String> verdict() {
        return badRows == 0
                ? Optional.empty()
                : Optional.of(complaint + " in " + badRows + " of " + rows + " rows, first in row " + firstBadRow);
    }
}
