package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.util.Arrays;

/**
 * Statistics of a column over one episode, in two passes: least, greatest and mean, then deviations and the histogram.
 * NaN among the values makes the results of its element NaN, as numpy does.
 */
final class VectorStatistics {
    private final Column column;
    private final EpisodeRows episode;
    private final double[] min;
    private final double[] max;
    private final double[] mean;
    private final double[] std;
    private double[][] quantiles;

    private VectorStatistics(Column column, EpisodeRows episode) {
        int elements = column.elements();
        this.column = column;
        this.episode = episode;
        this.min = new double[elements];
        this.max = new double[elements];
        this.mean = new double[elements];
        this.std = new double[elements];
    }

    static Statistics of(Column column, EpisodeRows episode) throws IOException {
        VectorStatistics statistics = new VectorStatistics(column, episode);
        statistics.lookForBounds();
        statistics.lookForSpread();
        return statistics.result();
    }

    /** Takes a value of an element. */
    @FunctionalInterface
    private interface ValueVisitor {
        void value(int element, double value);
    }

    private void each(ValueVisitor visitor) throws IOException {
        int elements = column.elements();
        column.each(episode, (rows, count) -> {
            Values values = new Values(rows, column.dtype());
            for (int row = 0; row < count; row++) {
                for (int element = 0; element < elements; element++) {
                    visitor.value(element, values.at(row * elements + element));
                }
            }
        });
    }

    private void lookForBounds() throws IOException {
        Arrays.fill(min, Double.POSITIVE_INFINITY);
        Arrays.fill(max, Double.NEGATIVE_INFINITY);
        each((element, value) -> {
            min[element] = Math.min(min[element], value);
            max[element] = Math.max(max[element], value);
            mean[element] += value;
        });
        for (int element = 0; element < mean.length; element++) {
            mean[element] /= episode.steps();
        }
    }

    private void lookForSpread() throws IOException {
        Histograms histograms = new Histograms(min, max);
        each((element, value) -> {
            double deviation = value - mean[element];
            std[element] += deviation * deviation;
            histograms.add(element, value);
        });
        for (int element = 0; element < std.length; element++) {
            std[element] = Math.sqrt(std[element] / episode.steps());
        }
        quantiles = histograms.quantiles();
    }

    private Statistics result() {
        if (episode.steps() < 2) {
            Arrays.fill(quantiles, mean);
        }
        return new Statistics(min, max, mean, std, quantiles, episode.steps());
    }
}
