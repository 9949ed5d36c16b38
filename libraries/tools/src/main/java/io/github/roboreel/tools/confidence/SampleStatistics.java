package io.github.roboreel.tools.confidence;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Mean and spread of numbers. Immutable.
 *
 * @param n how many numbers
 * @param mean their arithmetic mean; NaN when there are none
 * @param std sample standard deviation (divisor n-1); NaN for fewer than two
 */
public record SampleStatistics(long n, double mean, double std) {
    /** Of no numbers. */
    public static final SampleStatistics NONE = of(DoubleStream.empty());

    /** Of the finite numbers among the given. */
    public static SampleStatistics of(DoubleStream values) {
        Moments moments = new Moments();
        values.filter(Double::isFinite).forEach(moments::add);
        return moments.samples();
    }

    /** Of the finite numbers that some things have. */
    public static <T> SampleStatistics of(Iterable<T> things, Function<T, OptionalDouble> number) {
        Moments moments = new Moments();
        for (T thing : things) {
            OptionalDouble value = number.apply(thing);
            if (value.isPresent() && Double.isFinite(value.getAsDouble())) {
                moments.add(value.getAsDouble());
            }
        }
        return moments.samples();
    }

    /** Sums of numbers that are added one by one, Welford's way, in which nothing cancels out. */
    private static final class Moments {
        private long n;
        private double sum;
        private double mean;
        private double squares;

        void add(double value) {
            n++;
            sum += value;
            double deviation = value - mean;
            double step = deviation / n;
            mean += step;
            squares += (n - 1.0) * deviation * step;
        }

        SampleStatistics samples() {
            return new SampleStatistics(
                    n, n == 0 ? Double.NaN : sum / n, n < 2 ? Double.NaN : Math.sqrt(squares / (n - 1.0)));
        }
    }

    /** As above. */
    public static SampleStatistics of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue));
    }

    /** The numbers in another unit: each times a factor, which is not negative. */
    public SampleStatistics scaledBy(double factor) {
        return new SampleStatistics(n, mean * factor, std * factor);
    }

    /** The mean; empty when there are no numbers. */
    public OptionalDouble meanIfAny() {
        return n == 0 ? OptionalDouble.empty() : OptionalDouble.of(mean);
    }

    /** The sample standard deviation; empty for fewer than two numbers. */
    public OptionalDouble stdIfAny() {
        return n < 2 ? OptionalDouble.empty() : OptionalDouble.of(std);
    }

    /**
     * Confidence interval of the mean, {@code mean +- t(1 - (1-level)/2, n-1) * std / sqrt(n)}, not clipped to any
     * range.
     *
     * @param level above 0, below 1, for example 0.95
     * @return empty for fewer than two numbers
     */
    public Optional<Interval> studentInterval(double level) {
        if (n < 2) {
            return Optional.empty();
        }
        double t = new TDistribution(n - 1).inverseCumulativeProbability(0.5 + level / 2);
        double half = t * std / Math.sqrt(n);
        return Optional.of(new Interval(mean - half, mean + half));
    }

    /**
     * The same of numbers from 0 to 1, as scores are: cut to that range, where the mean is in it.
     *
     * @param level as above
     * @return empty for fewer than two numbers
     */
    public Optional<Interval> unitInterval(double level) {
        Optional<Interval> student = studentInterval(level);
        return mean >= 0 && mean <= 1 ? student.map(range -> range.cutTo(0, 1)) : student;
    }
}
