package io.github.roboreel.tools.check;

import java.util.Optional;

/** Tests every row of a scalar dataset against the row before it. */
final class Successive implements RowRule {
    /** What must hold between a row and the next. */
    @FunctionalInterface
    interface Test {
        boolean holds(double previous, double next);
    }

    private final String complaint;
    private final Test test;
    private double previous = Double.NaN;
    private String fault;

    private Successive(String complaint, Test test) {
        this.complaint = complaint;
        this.test = test;
    }

    /** Never goes backwards. */
    static Successive nonDecreasing() {
        return new Successive("goes backwards", (previous, next) -> !(next < previous));
    }

    /** Advances by {@code step}, to a millionth of it and what float64 resolves at that value. */
    static Successive advancingBy(double step) {
        return new Successive(
                "does not advance by dt " + step,
                (previous, next) -> !(Math.abs(next - previous - step) > 1e-6 * step + 1e-8 + 4 * Math.ulp(next)));
    }

    @Override
    public void accept(long firstRow, double[] values, int columns) {
        for (int i = 0; i < values.length && fault == null; i++) {
            if (!test.holds(previous, values[i])) {
                fault = complaint + ": row " + (firstRow + i) + " is " + values[i] + ", the row before it " + previous;
            }
            previous = values[i];
        }
    }

    @Override
    public Optional<String> verdict() {
        return Optional.ofNullable(fault);
    }
}
