package io.github.roboreel.dataset.lerobot;

/**
 * A histogram for each element of a vector, for its quantiles: of 5000 bins, or fewer where the vector is so long that
 * they would take more than 16 MB.
 */
final class Histograms {
    private static final int MOST_BINS = 5000;
    private static final int LEAST_BINS = 10;
    private static final int MOST_COUNTS = 4 << 20;

    private final double[] min;
    private final double[] max;
    private final int bins;
    private final int[] counts;

    /** Between these bounds, both inclusive. */
    Histograms(double[] min, double[] max) {
        this.min = min;
        this.max = max;
        this.bins = bins(min.length);
        this.counts = new int[Math.multiplyExact(min.length, bins)];
    }

    private static int bins(int elements) {
        return Math.min(Math.max(MOST_COUNTS / Math.max(1, elements), LEAST_BINS), MOST_BINS);
    }

    /** What histograms of so many elements take. */
    static long bytes(int elements) {
        return (long) Integer.BYTES * elements * bins(elements);
    }

    void add(int element, double value) {
        double width = max[element] - min[element];
        // Without a width, or with NaN or infinity in it, the bounds say it all.
        if (width > 0 && width < Double.POSITIVE_INFINITY) {
            int bin = (int) (bins * ((value - min[element]) / width));
            counts[element * bins + Math.min(Math.max(bin, 0), bins - 1)]++;
        }
    }

    /**
     * Of each element, between the two values nearest in rank, each of them right to the width of a bin; NaN where the
     * bounds are not finite.
     */
    double[] quantile(double fraction) {
        double[] quantiles = new double[min.length];
        for (int element = 0; element < quantiles.length; element++) {
            quantiles[element] = quantile(element, fraction);
        }
        return quantiles;
    }

    private double quantile(int element, double fraction) {
        double width = max[element] - min[element];
        if (!(width > 0 && width < Double.POSITIVE_INFINITY)) {
            return width == 0 ? min[element] : Double.NaN;
        }
        long total = 0;
        for (int bin = 0; bin < bins; bin++) {
            total += counts[element * bins + bin];
        }
        double rank = fraction * (total - 1);
        long below = (long) Math.floor(rank);
        double low = atRank(element, below);
        double high = atRank(element, Math.min(below + 1, total - 1));
        return low + (rank - below) * (high - low);
    }

    /** The value with that many before it in order, those of a bin spread evenly over it. */
    private double atRank(int element, long rank) {
        long before = 0;
        int bin = 0;
        while (before + counts[element * bins + bin] <= rank) {
            before += counts[element * bins + bin++];
        }
        double inBin = (rank - before + 0.5) / counts[element * bins + bin];
        return min[element] + (max[element] - min[element]) * ((bin + inBin) / bins);
    }

    double[][] quantiles() {
        return Statistics.QUANTILES.values().stream().map(this::quantile).toArray(double[][]::new);
    }
}
