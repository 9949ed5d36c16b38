package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;

/**
 * How often there is each whole number from 0, such as each brightness of a picture: bounds and quantiles are exact.
 */
final class LevelCounts {
    private final long[] counts;

    LevelCounts(int levels) {
        counts = new long[levels];
    }

    void add(int level, long times) {
        counts[level] += times;
    }

    void add(LevelCounts other) {
        for (int level = 0; level < counts.length; level++) {
            counts[level] += other.counts[level];
        }
    }

    void write(DataOutput out) throws IOException {
        for (long count : counts) {
            VarLong.write(out, count);
        }
    }

    static LevelCounts read(DataInput in, int levels) throws IOException {
        LevelCounts read = new LevelCounts(levels);
        long total = 0;
        for (int level = 0; level < levels; level++) {
            read.counts[level] = VarLong.read(in);
            total += read.counts[level];
            if (read.counts[level] < 0 || total < 0) {
                throw new StreamCorruptedException("no pictures have such counts of levels");
            }
        }
        return read;
    }

    Summary summary(double[] fractions) {
        long total = 0;
        double sum = 0;
        for (int level = 0; level < counts.length; level++) {
            total += counts[level];
            sum += (double) level * counts[level];
        }
        if (total == 0) {
            return Summary.ofNone(fractions.length);
        }
        double mean = sum / total;
        double squares = 0;
        for (int level = 0; level < counts.length; level++) {
            squares += (level - mean) * (level - mean) * counts[level];
        }
        double[] quantiles = new double[fractions.length];
        for (int i = 0; i < quantiles.length; i++) {
            quantiles[i] = Summary.quantile(fractions[i], total, this::atRank);
        }
        return new Summary(total, 0, mean, squares / total, atRank(0), atRank(total - 1), quantiles);
    }

    /** The level that so many come before in order. */
    private int atRank(long rank) {
        long upTo = 0;
        int level = 0;
        while ((upTo += counts[level]) <= rank) {
            level++;
        }
        return level;
    }
}
