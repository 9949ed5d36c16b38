package io.github.roboreel.recordings.transform.statistics;

import java.util.Arrays;
import java.util.function.LongToDoubleFunction;

/**
 * Statistics of one element.
 *
 * @param variance of the population
 * @param quantiles one for each fraction asked for
 */
record Summary(long count, long nans, double mean, double variance, double min, double max, double[] quantiles) {
    /**
     * A quantile, interpolated between the two numbers nearest in rank, as numpy's method {@code linear}.
     *
     * @param total how many numbers there are, at least 1
     * @param atRank gives the number that so many others come before in order
     */
    static double quantile(double fraction, long total, LongToDoubleFunction atRank) {
        double rank = fraction * (total - 1);
        long below = (long) rank;
        double low = atRank.applyAsDouble(below);
        double high = atRank.applyAsDouble(Math.min(below + 1, total - 1));
        return low == high || rank == below ? low : low + (rank - below) * (high - low);
    }

    static Summary ofNone(int quantiles) {
        double[] none = new double[quantiles];
        Arrays.fill(none, Double.NaN);
        return new Summary(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, none);
    }
}
