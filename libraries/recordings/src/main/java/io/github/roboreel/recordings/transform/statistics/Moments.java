package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.math.BigDecimal;
import java.math.MathContext;

/** Count, mean, deviation and bounds of numbers. NaNs are counted and left out. One thread uses it. */
final class Moments {
    static final int STATE_BYTES = 10 * Double.BYTES;

    private long count;
    private long nans;
    private ExtendedSum sum = new ExtendedSum();
    private ExtendedSum squares = new ExtendedSum();
    private double min = Double.POSITIVE_INFINITY;
    private double max = Double.NEGATIVE_INFINITY;

    void add(double value) {
        if (Double.isNaN(value)) {
            nans++;
            return;
        }
        count++;
        sum.add(value);
        squares.addSquare(value);
        min = Math.min(min, value);
        max = Math.max(max, value);
    }

    void add(Moments other) {
        count += other.count;
        nans += other.nans;
        sum.add(other.sum);
        squares.add(other.squares);
        min = Math.min(min, other.min);
        max = Math.max(max, other.max);
    }

    void write(DataOutput out) throws IOException {
        out.writeLong(count);
        out.writeLong(nans);
        sum.write(out);
        squares.write(out);
        out.writeDouble(min);
        out.writeDouble(max);
    }

    static Moments read(DataInput in) throws IOException {
        Moments moments = new Moments();
        moments.count = in.readLong();
        moments.nans = in.readLong();
        moments.sum = ExtendedSum.read(in);
        moments.squares = ExtendedSum.read(in);
        moments.min = in.readDouble();
        moments.max = in.readDouble();
        boolean isPossible = moments.count >= 0
                && moments.nans >= 0
                && moments.sum.isPossibleWith(moments.squares)
                && !Double.isNaN(moments.min)
                && !Double.isNaN(moments.max);
        if (!isPossible) {
            throw new StreamCorruptedException("no numbers have such counts or bounds");
        }
        return moments;
    }

    long count() {
        return count;
    }

    long nans() {
        return nans;
    }

    /** Infinite or NaN when a number was infinite, as numpy computes it, or when the sum overflows. */
    double mean() {
        if (count == 0 || !Double.isFinite(sum.rounded())) {
            return count == 0 ? Double.NaN : sum.rounded();
        }
        return sum.exact()
                .divide(BigDecimal.valueOf(count), MathContext.DECIMAL128)
                .doubleValue();
    }

    /** Of the population. NaN when a number was infinite, or when the squares overflow. */
    double variance() {
        if (count == 0 || !Double.isFinite(squares.rounded())) {
            return Double.NaN;
        }
        if (min == max) {
            return 0;
        }
        BigDecimal n = BigDecimal.valueOf(count);
        BigDecimal total = sum.exact();
        return squares.exact()
                .multiply(n)
                .subtract(total.multiply(total))
                .divide(n.multiply(n), MathContext.DECIMAL128)
                .max(BigDecimal.ZERO)
                .doubleValue();
    }

    double min() {
        return count == 0 ? Double.NaN : min;
    }

    double max() {
        return count == 0 ? Double.NaN : max;
    }
}
