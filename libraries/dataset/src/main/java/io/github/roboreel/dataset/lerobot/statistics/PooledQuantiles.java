package io.github.roboreel.dataset.lerobot.statistics;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recordings.transform.statistics.Digest;
import io.github.roboreel.recordings.transform.statistics.LeRobotNames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ShortBuffer;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * Quantiles of a vector over parts of a dataset, each of which tells where {@value #GROUPS} groups of its values are,
 * small ones near the least and the greatest: right to half a percent of all values in rank, and to a bin of the parts'
 * histograms. Those of a single part are as its histograms tell. The same parts in the same order give the same
 * quantiles. For one thread.
 */
public final class PooledQuantiles {
    private static final int GROUPS = 200;

    /** A place between the bounds of a part, which has finer steps than its histograms. */
    private static final int STEPS = (1 << Short.SIZE) - 1;

    private final Digest[] elements;
    private int parts;

    /** Of no part yet. */
    public PooledQuantiles(int elements) {
        this.elements = Stream.generate(Digest::new).limit(elements).toArray(Digest[]::new);
    }

    /**
     * What a part tells, for {@link #add}.
     *
     * @param histograms of all its values
     * @param bounds with its bounds and the number of its rows
     */
    public static JsonNode packed(Histograms histograms, Statistics bounds) {
        long[] groups = groups(bounds.count());
        double[][] middles =
                histograms.at(groups.length - 1, (group, total) -> (groups[group] + groups[group + 1] - 1) / 2.0);
        int elements = bounds.mean().length;
        ByteBuffer places = ByteBuffer.allocate(Math.multiplyExact(middles.length, elements * Short.BYTES));
        for (double[] row : middles) {
            for (int element = 0; element < elements; element++) {
                double width = bounds.max()[element] - bounds.min()[element];
                places.putShort((short) Math.round(STEPS * ((row[element] - bounds.min()[element]) / width)));
            }
        }
        return PackedNumbers.of(places.array());
    }

    /** Ranks at which groups begin, and at last the number of rows: the scale of the digests. */
    private static long[] groups(long rows) {
        return LongStream.rangeClosed(0, GROUPS)
                .map(i -> Math.round(rows * (StrictMath.sin(Math.PI * ((double) i / GROUPS - 0.5)) + 1) / 2))
                .distinct()
                .toArray();
    }

    /**
     * Adds a part.
     *
     * @param packed of its {@link #packed}
     * @param bounds as there
     * @throws IOException when it is of others
     */
    public void add(JsonNode packed, Statistics bounds) throws IOException {
        long[] groups = groups(bounds.count());
        int bytes = Math.multiplyExact(groups.length - 1, elements.length * Short.BYTES);
        ShortBuffer places = PackedNumbers.bytes(packed, bytes).asShortBuffer();
        for (int group = 0; group < groups.length - 1; group++) {
            for (int element = 0; element < elements.length; element++) {
                double place = (double) Short.toUnsignedInt(places.get()) / STEPS;
                double low = bounds.min()[element];
                double width = bounds.max()[element] - low;
                if (Double.isFinite(width)) {
                    elements[element].add(low + place * width, groups[group + 1] - groups[group]);
                }
            }
        }
        parts++;
    }

    /**
     * The statistics of all parts with these quantiles, which are NaN where the bounds are not finite.
     *
     * @param all of all parts
     */
    public Statistics in(Statistics all) {
        if (parts < 2) {
            return all;
        }
        double[][] quantiles = new double[LeRobotNames.QUANTILES.size()][elements.length];
        int row = 0;
        for (double fraction : LeRobotNames.QUANTILES.values()) {
            for (int element = 0; element < elements.length; element++) {
                double width = all.max()[element] - all.min()[element];
                quantiles[row][element] = Double.isFinite(width) ? elements[element].quantile(fraction) : Double.NaN;
            }
            row++;
        }
        return all.withQuantiles(quantiles);
    }
}
