package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;

/**
 * Count, mean, sum of squared deviations and bounds of numbers: Welford's recurrence for one more, Chan's formula for
 * two sets, so that nothing is lost to large means. NaNs are counted and left out. One thread uses it.
 */
final class Moments {
    private long count;
    private long nans;
    private double mean;
    private double squares;
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value) {
        if (Double.isNaN(value)) {
            nans++;
            return;
        }
        count++;
        double apart = value - mean;
        mean += apart / count;
        squares += apart * (value - mean);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    void add(Moments other) {
        nans += other.nans;
        if (other.count == 0) {
            return;
        }
        long total = count + other.count;
        double apart = other.mean - mean;
        // Equal means stay as they are, to the bit.
        mean += apart * ((double) other.count / total);
        squares += other.squares + apart * apart * ((double) count * other.count / total);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
        count = total;
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeLong(nans);
        for (double value : new double[] {mean, squares, min, max}) {
            out.writeLong(Double.doubleToRawLongBits(value));
        }
    }

    static Moments read(DataInput in) throws IOException {
        Moments moments = new Moments();
        moments.count = in.readLong();
        moments.nans = in.readLong();
        moments.mean = in.readDouble();
        moments.squares = in.readDouble();
        moments.min = in.readDouble();
        moments.max = in.readDouble();
        return moments;
    }

    long count() {
        return count;
    }

    long nans() {
        return nans;
    }

    double mean() {
        return count == 0 ? Double.NaN : mean;
    }

    /** Of the population. */
    double variance() {
        return count == 0 ? Double.NaN : squares / count;
    }

    double min() {
        return count == 0 ? Double.NaN : min;
    }

    double max() {
        return count == 0 ? Double.NaN : max;
    }
}
