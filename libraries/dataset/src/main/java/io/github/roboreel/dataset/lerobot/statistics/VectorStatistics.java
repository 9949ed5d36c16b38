package io.github.roboreel.dataset.lerobot.statistics;

import java.io.IOException;
import java.util.Arrays;

/**
 * Statistics of a column over one episode, in two passes: least, greatest and mean, then deviations and the histogram.
 * NaN among the values makes the results of its element NaN, as numpy does.
 */
public final class VectorStatistics {
    /** Takes a value of a row. */
    @FunctionalInterface
    public interface Visitor {
        /** Takes the next one, row by row an element after the other. */
        void value(int element, double value);
    }

    /** All values of a column over an episode. */
    @FunctionalInterface
    public interface Values {
        /** Goes through them; each time the same ones. */
        void each(Visitor visitor) throws IOException;
    }

    private VectorStatistics() {}

    /** Of rows of so many elements, and so many steps. */
    public static Statistics of(Values values, int elements, int steps) throws IOException {
        double[] min = new double[elements];
        double[] max = new double[elements];
        double[] mean = new double[elements];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        values.each((element, value) -> {
            min[element] = Math.min(min[element], value);
            max[element] = Math.max(max[element], value);
            mean[element] += value;
        });
        Arrays.setAll(mean, element -> mean[element] / steps);
        double[] std = new double[elements];
        Histograms histograms = new Histograms(min, max);
        values.each((element, value) -> {
            double deviation = value - mean[element];
            std[element] += deviation * deviation;
            histograms.add(element, value);
        });
        Arrays.setAll(std, element -> Math.sqrt(std[element] / steps));
        double[][] quantiles = histograms.quantiles();
        if (steps < 2) {
            Arrays.fill(quantiles, mean);
        }
        return new Statistics(min, max, mean, std, quantiles, steps);
    }
}
