package io.github.roboreel.recordings.transform.statistics;

import java.util.Arrays;

/**
 * Statistics of one element.
 *
 * @param variance of the population
 * @param quantiles one for each fraction asked for
 */
record Summary(long count, long nans, double mean, double variance, double min, double max, double[] quantiles) {
    static Summary ofNone(int quantiles) {
        double[] none = new double[quantiles];
        Arrays.fill(none, Double.NaN);
        return new Summary(0, 0, Double.NaN, Double.NaN, Double.NaN, Double.NaN, none);
    }
}
