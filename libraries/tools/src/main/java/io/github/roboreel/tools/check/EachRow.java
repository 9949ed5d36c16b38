package io.github.roboreel.tools.check;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.Elements;
import io.github.roboreel.format.FieldSignal;
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

    /** What a field says of its elements holds for all values, the bounds as the dtype has them; NaN passes. */
    static EachRow said(FieldSignal signal, DType dtype, int elements) {
        int described = signal.described(elements);
        double[] low = new double[described];
        double[] high = new double[described];
        for (int i = 0; i < described; i++) {
            low[i] = asStored(dtype, signal.first(i));
            high[i] = asStored(dtype, signal.last(i));
        }
        return new EachRow("holds values outside the bounds that its field says", (values, from, to) -> {
            for (int i = from; i < to; i++) {
                int bound = described == 1 ? 0 : i - from;
                if (values[i] < low[bound] || values[i] > high[bound]) {
                    return false;
                }
            }
            return true;
        });
    }

    private static double asStored(DType dtype, double bound) {
        return dtype.isFloating() ? Elements.getDouble(dtype, Elements.of(Elements.bytes(dtype, bound)), 0) : bound;
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
