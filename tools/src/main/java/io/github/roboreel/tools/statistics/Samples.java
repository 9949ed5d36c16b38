package io.github.roboreel.tools.statistics;

import java.util.Collection;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import org.apache.commons.math3.distribution.TDistribution;
import org.apache.commons.math3.stat.descriptive.SummaryStatistics;

/**
 * Mean and spread of numbers. Immutable.
 *
 * @param n how many numbers
 * @param mean their arithmetic mean; NaN when there are none
 * @param std sample standard deviation (divisor n-1); NaN for fewer than two
 */
public record Samples(long n, double mean, double std) {
    /** Of no numbers. */
    public static final Samples NONE = of(DoubleStream.empty());

    /** Of the finite numbers among the given. */
    public static Samples of(DoubleStream values) {
        SummaryStatistics summary = new SummaryStatistics();
        values.filter(Double::isFinite).forEach(summary::addValue);
        long n = summary.getN();
        return new Samples(n, n == 0 ? Double.NaN : summary.getSum() / n, std(n, summary));
    }

    /** As above. */
    public static Samples of(Collection<Double> values) {
        return of(values.stream().mapToDouble(Double::doubleValue));
    }

    private static double std(long n, SummaryStatistics summary) {
        return n < 2 ? Double.NaN : summary.getStandardDeviation();
    }

    /** The numbers in another unit: each times a factor, which is not negative. */
    public Samples scaledBy(double factor) {
        return new Samples(n, mean * factor, std * factor);
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
     * Standard deviation of several groups of runs taken together: {@code sqrt(sum n_i s_i^2 / N + sum n_i (m_i - m)^2
     * / N)}, where a missing s_i counts as 0.
     *
     * @return empty when there are no numbers at all
     */
    public static OptionalDouble pooledStd(Collection<Samples> groups) {
        long total = groups.stream().mapToLong(Samples::n).sum();
        if (total == 0) {
            return OptionalDouble.empty();
        }
        double mean = 0;
        for (Samples group : groups) {
            mean += group.n == 0 ? 0 : group.n * group.mean / total;
        }
        double variance = 0;
        for (Samples group : groups) {
            if (group.n > 0) {
                double within = group.n < 2 ? 0 : group.std * group.std;
                double between = (group.mean - mean) * (group.mean - mean);
                variance += group.n * (within + between) / total;
            }
        }
        return OptionalDouble.of(Math.sqrt(variance));
    }
}
