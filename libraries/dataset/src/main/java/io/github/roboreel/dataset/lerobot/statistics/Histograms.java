package io.github.roboreel.dataset.lerobot.statistics;

import io.github.roboreel.recordings.transform.statistics.LeRobotNames;

/**
 * A histogram for each element of a vector, for its quantiles: of 5000 bins, or fewer where the vector is so long that
 * they would take more than 16 MB. For one thread.
 */
public final class Histograms {
    private static final int MAX_BINS = 5000;
    private static final int MIN_BINS = 10;
    private static final int MAX_COUNTS = 4 << 20;

    private final double[] min;
    private final double[] max;
    private final int bins;
    private final int[] counts;

    /** Between these bounds, both inclusive. */
    public Histograms(double[] min, double[] max) {
        this.min = min;
        this.max = max;
        this.bins = bins(min.length);
        this.counts = new int[Math.multiplyExact(min.length, bins)];
    }

    private static int bins(int elements) {
        return Math.min(Math.max(MAX_COUNTS / Math.max(1, elements), MIN_BINS), MAX_BINS);
    }

    /** What histograms of so many elements take. */
    public static long bytes(int elements) {
        return (long) Integer.BYTES * elements * bins(elements);
    }

    /** Counts a value. */
    public void add(int element, double value) {
        double width = max[element] - min[element];
        // Without a width, or with NaN or infinity in it, the bounds say it all.
        if (width > 0 && width < Double.POSITIVE_INFINITY) {
            int bin = (int) (bins * ((value - min[element]) / width));
            counts[element * bins + Math.min(Math.max(bin, 0), bins - 1)]++;
        }
    }

    /**
     * Each of {@link LeRobotNames#QUANTILES} of each element, between the two values nearest in rank, each of them
     * right to the width of a bin; NaN where the bounds are not finite.
     */
    public double[][] quantiles() {
        double[] fractions = LeRobotNames.QUANTILES.values().stream()
                .mapToDouble(Double::doubleValue)
                .toArray();
        return at(fractions.length, (quantile, total) -> fractions[quantile] * (total - 1));
    }

    /** Chooses ranks, from 0, which may lie between two values. */
    @FunctionalInterface
    interface Ranks {
        double rank(int row, long total);
    }

    /** A row per rank, in which each element has the value of that rank. */
    double[][] at(int ranks, Ranks chosen) {
        double[][] values = new double[ranks][min.length];
        long[] upTo = new long[bins];
        for (int element = 0; element < min.length; element++) {
            double width = max[element] - min[element];
            boolean isSpread = width > 0 && width < Double.POSITIVE_INFINITY;
            if (isSpread) {
                addUp(element, upTo);
            }
            for (int row = 0; row < ranks; row++) {
                double constant = width == 0 ? min[element] : Double.NaN;
                values[row][element] = isSpread ? between(element, chosen.rank(row, upTo[bins - 1]), upTo) : constant;
            }
        }
        return values;
    }

    /** Number of values up to the end of each bin. */
    private void addUp(int element, long[] upTo) {
        long total = 0;
        for (int bin = 0; bin < bins; bin++) {
            total += counts[element * bins + bin];
            upTo[bin] = total;
        }
    }

    private double between(int element, double rank, long[] upTo) {
        long below = (long) Math.floor(rank);
        double low = atRank(element, below, upTo);
        double high = atRank(element, Math.min(below + 1, upTo[bins - 1] - 1), upTo);
        return low + (rank - below) * (high - low);
    }

    /** The value with that many before it in order, those of a bin spread evenly over it. */
    private double atRank(int element, long rank, long[] upTo) {
        int from = 0;
        int to = bins - 1;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (upTo[middle] > rank) {
                to = middle;
            } else {
                from = middle + 1;
            }
        }
        int count = counts[element * bins + from];
        double inBin = (rank - (upTo[from] - count) + 0.5) / count;
        return min[element] + (max[element] - min[element]) * ((from + inBin) / bins);
    }
}
