package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.Arrays;

/**
 * Statistics of a column over one episode, in two passes: least, greatest and mean, then deviations and the histogram.
 * NaN among the values makes the results of its element NaN, as numpy does.
 */
final class VectorStatistics {
    private VectorStatistics() {}

    static Statistics of(Column column, EpisodeRows episode) throws IOException {
        int elements = column.elements();
        double[] min = new double[elements];
        double[] max = new double[elements];
        double[] mean = new double[elements];
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        column.each(episode, (element, value) -> {
            min[element] = Math.min(min[element], value);
            max[element] = Math.max(max[element], value);
            mean[element] += value;
        });
        Arrays.setAll(mean, element -> mean[element] / episode.steps());
        double[] std = new double[elements];
        Histograms histograms = new Histograms(min, max);
        column.each(episode, (element, value) -> {
            double deviation = value - mean[element];
            std[element] += deviation * deviation;
            histograms.add(element, value);
        });
        Arrays.setAll(std, element -> Math.sqrt(std[element] / episode.steps()));
        double[][] quantiles = histograms.quantiles();
        if (episode.steps() < 2) {
            Arrays.fill(quantiles, mean);
        }
        return new Statistics(min, max, mean, std, quantiles, episode.steps());
    }

    /**
     * A histogram for each element of a vector, for its quantiles: of 5000 bins, or fewer where the vector is so long
     * that they would take more than 16 MB.
     */
    static final class Histograms {
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
         * Each of {@link LeRobotNames#QUANTILES} of each element, between the two values nearest in rank, each of them
         * right to the width of a bin; NaN where the bounds are not finite.
         */
        double[][] quantiles() {
            double[] fractions = LeRobotNames.QUANTILES.values().stream()
                    .mapToDouble(Double::doubleValue)
                    .toArray();
            double[][] quantiles = new double[fractions.length][min.length];
            long[] upTo = new long[bins];
            for (int element = 0; element < min.length; element++) {
                double width = max[element] - min[element];
                boolean isSpread = width > 0 && width < Double.POSITIVE_INFINITY;
                if (isSpread) {
                    addUp(element, upTo);
                }
                for (int i = 0; i < fractions.length; i++) {
                    double constant = width == 0 ? min[element] : Double.NaN;
                    quantiles[i][element] = isSpread ? quantile(element, fractions[i], upTo) : constant;
                }
            }
            return quantiles;
        }

        /** Number of values up to the end of each bin. */
        private void addUp(int element, long[] upTo) {
            long total = 0;
            for (int bin = 0; bin < bins; bin++) {
                total += counts[element * bins + bin];
                upTo[bin] = total;
            }
        }

        private double quantile(int element, double fraction, long[] upTo) {
            long total = upTo[bins - 1];
            double rank = fraction * (total - 1);
            long below = (long) Math.floor(rank);
            double low = atRank(element, below, upTo);
            double high = atRank(element, Math.min(below + 1, total - 1), upTo);
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
}
