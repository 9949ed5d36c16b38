package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.util.Arrays;

/**
 * Quantiles of numbers in one pass and bounded memory: a merging t-digest (Dunning and Ertl, "Computing extremely
 * accurate quantiles using t-digests", 2019), which holds the numbers as clusters that are small near the least and the
 * greatest. Up to {@value #EXACT} numbers are kept as they are, and quantiles then exact. The same numbers in the same
 * order give the same result. NaN is not for it. One thread uses it.
 */
public final class Digest {
    static final int EXACT = 1024;

    /** Clusters there are at most half of this, and a few. */
    private static final double COMPRESSION = 500;

    private double[] means = new double[16];
    private double[] weights = new double[16];
    private int clusters;
    private boolean isSorted = true;
    private double total;

    /** Of no numbers yet. */
    public Digest() {}

    void add(double value) {
        add(value, 1);
    }

    void add(Digest other) {
        for (int i = 0; i < other.clusters; i++) {
            add(other.means[i], other.weights[i]);
        }
    }

    /**
     * Adds a cluster of numbers.
     *
     * @param mean of them
     * @param weight how many they are; few of all where quantiles near it matter
     */
    public void add(double mean, double weight) {
        if (clusters == EXACT) {
            compress();
        }
        if (clusters == means.length) {
            means = Arrays.copyOf(means, Math.min(EXACT, 2 * clusters));
            weights = Arrays.copyOf(weights, means.length);
        }
        means[clusters] = mean;
        weights[clusters++] = weight;
        total += weight;
        isSorted = false;
    }

    private void sort() {
        if (isSorted) {
            return;
        }
        Integer[] order = new Integer[clusters];
        Arrays.setAll(order, i -> i);
        Arrays.sort(order, (a, b) -> Double.compare(means[a], means[b]));
        double[] sortedMeans = new double[means.length];
        double[] sortedWeights = new double[means.length];
        for (int i = 0; i < clusters; i++) {
            sortedMeans[i] = means[order[i]];
            sortedWeights[i] = weights[order[i]];
        }
        means = sortedMeans;
        weights = sortedWeights;
        isSorted = true;
    }

    /** Joins neighbours, as far as the scale lets a cluster grow where it is. */
    private void compress() {
        sort();
        int last = 0;
        double before = 0;
        for (int i = 1; i < clusters; i++) {
            double joined = weights[last] + weights[i];
            if (scale((before + joined) / total) - scale(before / total) <= 1) {
                means[last] += (means[i] - means[last]) * weights[i] / joined;
                weights[last] = joined;
            } else {
                before += weights[last++];
                means[last] = means[i];
                weights[last] = weights[i];
            }
        }
        clusters = last + 1;
    }

    /** The scale that the paper calls k1. */
    private static double scale(double fraction) {
        return COMPRESSION / (2 * Math.PI) * Math.asin(2 * Math.min(1, fraction) - 1);
    }

    /**
     * A quantile, between the two numbers nearest in rank as numpy's {@code quantile} does it; a cluster stands for its
     * numbers, spread evenly between its neighbours.
     *
     * @param fraction 0 to 1
     * @return NaN without any number
     */
    public double quantile(double fraction) {
        if (clusters == 0) {
            return Double.NaN;
        }
        sort();
        double rank = fraction * (total - 1);
        double middle = (weights[0] - 1) / 2;
        if (rank <= middle) {
            return means[0];
        }
        for (int i = 1; i < clusters; i++) {
            double next = middle + (weights[i - 1] + weights[i]) / 2;
            if (rank <= next) {
                return between(means[i - 1], means[i], (rank - middle) / (next - middle));
            }
            middle = next;
        }
        return means[clusters - 1];
    }

    private static double between(double low, double high, double share) {
        return low == high ? low : low + (high - low) * share;
    }

    /** Clusters in their order; weights only where there are some besides 1. */
    void write(DataOutput out) throws IOException {
        boolean isWeighted = Arrays.stream(weights, 0, clusters).anyMatch(weight -> weight != 1);
        out.writeShort(clusters);
        out.writeBoolean(isSorted);
        out.writeBoolean(isWeighted);
        for (int i = 0; i < clusters; i++) {
            out.writeDouble(means[i]);
            if (isWeighted) {
                out.writeDouble(weights[i]);
            }
        }
    }

    static Digest read(DataInput in) throws IOException {
        Digest digest = new Digest();
        int clusters = in.readUnsignedShort();
        if (clusters > EXACT) {
            throw new StreamCorruptedException("a digest has no " + clusters + " clusters");
        }
        boolean isSorted = in.readBoolean();
        boolean isWeighted = in.readBoolean();
        for (int i = 0; i < clusters; i++) {
            double mean = in.readDouble();
            digest.add(mean, isWeighted ? in.readDouble() : 1);
        }
        digest.isSorted = isSorted;
        return digest;
    }
}
