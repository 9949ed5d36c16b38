package io.github.roboreel.tools.confidence;

import java.util.Optional;
import org.apache.commons.math3.distribution.TDistribution;

/**
 * Difference of two groups of episodes, the first minus the second, with an interval of it. Groups are taken to be
 * independent of each other.
 *
 * @param value the difference
 * @param interval the 95 % interval
 */
public record Difference(double value, Interval interval) {
    /**
     * Of two success rates: {@code p1 - p2}, and Newcombe's hybrid score interval. It is built of the intervals that
     * reports show of either rate, {@code (l1, u1)} and {@code (l2, u2)}, as {@code d - sqrt((p1-l1)^2 + (u2-p2)^2)} to
     * {@code d + sqrt((u1-p1)^2 + (p2-l2)^2)}, so that the two never contradict each other. Newcombe (Statistics in
     * Medicine 17, 1998, 873-890, method 10) takes Wilson's intervals; Zou and Donner (Statistics in Medicine 27, 2008,
     * 1693-1702) show that any interval that holds its level may take their place. With
     * {@link RateInterval#EQUAL_TAILED} an observed rate of 0 or 1 is outside its own interval; it then adds nothing on
     * that side.
     *
     * @return empty when one group has no episode with a verdict
     */
    public static Optional<Difference> ofRates(Rate one, Rate other, RateInterval kind) {
        if (one.judged() == 0 || other.judged() == 0) {
            return Optional.empty();
        }
        Interval first = kind.of(one.successes(), one.judged());
        Interval second = kind.of(other.successes(), other.judged());
        return Optional.of(hybrid(one.value(), first, other.value(), second));
    }

    static Difference hybrid(double one, Interval first, double other, Interval second) {
        double below = Math.hypot(Math.max(0, one - first.lo()), Math.max(0, second.hi() - other));
        double above = Math.hypot(Math.max(0, first.hi() - one), Math.max(0, other - second.lo()));
        double value = one - other;
        return new Difference(value, new Interval(Math.max(-1, value - below), Math.min(1, value + above)));
    }

    /**
     * Of two means, with Welch's interval: the variances may differ, the degrees of freedom are Satterthwaite's.
     *
     * @return empty when one group has fewer than two numbers
     */
    public static Optional<Difference> ofMeans(SampleStatistics one, SampleStatistics other) {
        if (one.n() < 2 || other.n() < 2) {
            return Optional.empty();
        }
        double first = one.std() * one.std() / one.n();
        double second = other.std() * other.std() / other.n();
        double value = one.mean() - other.mean();
        double variance = first + second;
        if (!(variance > 0) || Double.isInfinite(variance)) {
            return Optional.of(new Difference(value, new Interval(value, value)))
                    .filter(d -> variance == 0);
        }
        double freedom = variance * variance / (first * first / (one.n() - 1) + second * second / (other.n() - 1));
        double t = new TDistribution(freedom).inverseCumulativeProbability(0.5 + RateInterval.LEVEL / 2);
        double half = t * Math.sqrt(variance);
        return Optional.of(new Difference(value, new Interval(value - half, value + half)));
    }

    /**
     * Of two mean scores, which are from 0 to 1: the same, cut to -1 and 1.
     *
     * @return empty when one group has fewer than two scores
     */
    public static Optional<Difference> ofScores(SampleStatistics one, SampleStatistics other) {
        return ofMeans(one, other)
                .map(d -> Math.abs(d.value) > 1 ? d : new Difference(d.value, d.interval.cutTo(-1, 1)));
    }

    /**
     * Success rate of a group.
     *
     * @param successes of it
     * @param judged episodes with a verdict
     */
    public record Rate(int successes, int judged) {
        double value() {
            return (double) successes / judged;
        }
    }
}
