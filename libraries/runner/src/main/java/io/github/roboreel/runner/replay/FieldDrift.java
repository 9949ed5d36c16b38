package io.github.roboreel.runner.replay;

import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.apache.commons.math3.stat.regression.SimpleRegression;

/**
 * How far a replayed field is from the recorded one, over the episode. Steps count from 1 as those of events do; 0 is
 * the start, before the first action.
 *
 * @param path of the field below the demo
 * @param unit of the drift
 * @param tolerance most that it may be, in that unit
 * @param firstStep first step at which it is more; empty when there is none
 * @param maximum most that it is; infinite where one of two values is no number
 * @param maximumStep the step at which it is
 * @param growthPerSecond slope of the drift's natural logarithm over the simulated time: near 0 for a fault that stays,
 *     far above for chaos; empty when fewer than three steps differ
 */
public record FieldDrift(
        String path,
        String unit,
        double tolerance,
        OptionalInt firstStep,
        double maximum,
        int maximumStep,
        OptionalDouble growthPerSecond) {
    private static final int MIN_FOR_GROWTH = 3;

    /** Sums rows up. */
    static FieldDrift of(DriftSeries series, double tolerance, double dtSeconds) {
        double[] values = series.values();
        OptionalInt first = OptionalInt.empty();
        int largest = 0;
        for (int row = 0; row < values.length; row++) {
            if (first.isEmpty() && values[row] > tolerance) {
                first = OptionalInt.of(series.firstStep() + row);
            }
            largest = values[row] > values[largest] ? row : largest;
        }
        return new FieldDrift(
                series.path(),
                series.part().unit(),
                tolerance,
                first,
                values.length == 0 ? 0 : values[largest],
                series.firstStep() + largest,
                growth(values, dtSeconds));
    }

    private static OptionalDouble growth(double[] values, double dtSeconds) {
        SimpleRegression fit = new SimpleRegression();
        for (int row = 0; row < values.length; row++) {
            if (values[row] > 0 && values[row] < Double.POSITIVE_INFINITY) {
                fit.addData(row * dtSeconds, Math.log(values[row]));
            }
        }
        return fit.getN() < MIN_FOR_GROWTH ? OptionalDouble.empty() : OptionalDouble.of(fit.getSlope());
    }
}
