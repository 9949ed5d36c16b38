package io.github.roboreel.dataset.lerobot.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recordings.transform.statistics.Digest;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Quantiles of a vector over parts of a dataset, each of which tells {@value #GROUPS} groups of its values, small ones
 * near the least and the greatest: right to half a percent of all values in rank. The same parts in the same order give
 * the same quantiles. For one thread.
 */
public final class PooledQuantiles {
    private static final int GROUPS = 200;

    private final Digest[] elements;

    /** Of no part yet. */
    public PooledQuantiles(int elements) {
        this.elements = Stream.generate(Digest::new).limit(elements).toArray(Digest[]::new);
    }

    /** What histograms of so many rows tell, for {@link #add}. */
    public static JsonNode packed(Histograms part, long rows) {
        long[] bounds = bounds(rows);
        return PackedNumbers.of(
                part.at(bounds.length - 1, (group, total) -> (bounds[group] + bounds[group + 1] - 1) / 2.0));
    }

    /** Ranks at which groups begin, and the number of rows: the scale of the digests. */
    private static long[] bounds(long rows) {
        return LongStream.rangeClosed(0, GROUPS)
                .map(i -> Math.round(rows * (StrictMath.sin(Math.PI * ((double) i / GROUPS - 0.5)) + 1) / 2))
                .distinct()
                .toArray();
    }

    /**
     * Adds a part.
     *
     * @param packed of its {@link #packed}
     * @param rows as many as there
     * @throws IOException when it is of others
     */
    public void add(JsonNode packed, long rows) throws IOException {
        long[] bounds = bounds(rows);
        double[][] groups = PackedNumbers.doubles(packed, bounds.length - 1, elements.length);
        for (int group = 0; group < groups.length; group++) {
            for (int element = 0; element < elements.length; element++) {
                double mean = groups[group][element];
                if (!Double.isNaN(mean)) {
                    elements[element].add(mean, bounds[group + 1] - bounds[group]);
                }
            }
        }
    }

    /** Each of {@link LeRobotNames#QUANTILES} of each element; NaN where the bounds are not finite. */
    public double[][] quantiles(Statistics bounds) {
        double[][] quantiles = new double[LeRobotNames.QUANTILES.size()][elements.length];
        int row = 0;
        for (double fraction : LeRobotNames.QUANTILES.values()) {
            for (int element = 0; element < elements.length; element++) {
                double width = bounds.max()[element] - bounds.min()[element];
                quantiles[row][element] = Double.isFinite(width) ? elements[element].quantile(fraction) : Double.NaN;
            }
            row++;
        }
        return quantiles;
    }
}
