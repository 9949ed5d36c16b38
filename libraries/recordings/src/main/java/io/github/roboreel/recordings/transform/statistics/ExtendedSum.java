package io.github.roboreel.recordings.transform.statistics;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.io.StreamCorruptedException;
import java.math.BigDecimal;

/**
 * A sum of doubles in three times their precision, so that neither large numbers nor the order of the numbers change
 * what can be told from it: after Ogita, Rump and Oishi, "Accurate sum and dot product", 2005, with K = 3.
 */
final class ExtendedSum {
    private static final double SPLITTER = (1 << 27) + 1;

    private double sum;
    private double error;
    private double errorOfError;

    void add(double number) {
        double first = errorOfSum(sum, number);
        sum += number;
        if (!Double.isFinite(sum)) {
            error = 0;
            errorOfError = 0;
            return;
        }
        errorOfError += errorOfSum(error, first);
        error += first;
    }

    /** Adds a square, exactly where neither it nor its last bits leave the range of doubles. */
    void addSquare(double number) {
        double square = number * number;
        add(square);
        add(errorOfSquare(number, square));
    }

    void add(ExtendedSum other) {
        add(other.sum);
        add(other.error);
        add(other.errorOfError);
    }

    /** What {@code a + b} lacks, exactly (Knuth). */
    private static double errorOfSum(double a, double b) {
        double sum = a + b;
        double ofB = sum - a;
        return (a - (sum - ofB)) + (b - ofB);
    }

    /** What {@code number * number} lacks, exactly (Dekker); {@code Math.fma} is slow where the processor has none. */
    private static double errorOfSquare(double number, double square) {
        double scaled = SPLITTER * number;
        double high = scaled - (scaled - number);
        double low = number - high;
        return low * low - ((square - high * high) - 2 * high * low);
    }

    /** The sum, as far as double holds it; infinite or NaN when some number was, or when it overflowed. */
    double rounded() {
        return sum;
    }

    /** All of it; only when {@link #rounded} is finite. */
    BigDecimal exact() {
        return new BigDecimal(sum).add(new BigDecimal(error)).add(new BigDecimal(errorOfError));
    }

    /** Whether some numbers have this sum and that sum of squares, which overflows first. */
    boolean isPossibleWith(ExtendedSum squares) {
        return Double.isFinite(sum) || !Double.isFinite(squares.sum);
    }

    void write(DataOutput out) throws IOException {
        out.writeDouble(sum);
        out.writeDouble(error);
        out.writeDouble(errorOfError);
    }

    static ExtendedSum read(DataInput in) throws IOException {
        ExtendedSum read = new ExtendedSum();
        read.sum = in.readDouble();
        read.error = in.readDouble();
        read.errorOfError = in.readDouble();
        if (!Double.isFinite(read.error) || !Double.isFinite(read.errorOfError)) {
            throw new StreamCorruptedException("no sum has such errors");
        }
        return read;
    }
}
