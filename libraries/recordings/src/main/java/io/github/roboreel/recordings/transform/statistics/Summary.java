package io.github.roboreel.recordings.transform.statistics;

/**
 * Statistics of one element.
 *
 * @param variance of the population
 * @param quantiles one for each fraction asked for
 */
record Summary(long count, long nans, double mean, double variance, double min, double max, double[] quantiles) {
    static Summary of(Moments moments, Digest digest, double[] fractions) {
        double[] quantiles = new double[digest == null ? 0 : fractions.length];
        for (int i = 0; i < quantiles.length; i++) {
            quantiles[i] = digest.quantile(fractions[i]);
        }
        return new Summary(
                moments.count(),
                moments.nans(),
                moments.mean(),
                moments.variance(),
                moments.min(),
                moments.max(),
                quantiles);
    }

    /** Of whole numbers from 0, by how often there is each; exact. */
    static Summary of(long[] histogram, double[] fractions) {
        long count = 0;
        double sum = 0;
        for (int value = 0; value < histogram.length; value++) {
            count += histogram[value];
            sum += (double) value * histogram[value];
        }
        if (count == 0) {
            return of(new Moments(), new Digest(), fractions);
        }
        double mean = sum / count;
        double squares = 0;
        for (int value = 0; value < histogram.length; value++) {
            squares += (value - mean) * (value - mean) * histogram[value];
        }
        double[] quantiles = new double[fractions.length];
        for (int i = 0; i < quantiles.length; i++) {
            double rank = fractions[i] * (count - 1);
            double low = atRank(histogram, (long) rank);
            double high = atRank(histogram, Math.min(count - 1, (long) rank + 1));
            quantiles[i] = low + (rank - (long) rank) * (high - low);
        }
        double min = atRank(histogram, 0);
        return new Summary(count, 0, mean, squares / count, min, atRank(histogram, count - 1), quantiles);
    }

    /** The value that so many come before in order. */
    private static int atRank(long[] histogram, long rank) {
        long upTo = 0;
        int value = 0;
        while ((upTo += histogram[value]) <= rank) {
            value++;
        }
        return value;
    }
}
