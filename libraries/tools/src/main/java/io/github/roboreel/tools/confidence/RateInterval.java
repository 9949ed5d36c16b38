package io.github.roboreel.tools.confidence;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.apache.commons.math3.analysis.solvers.BrentSolver;
import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Kind of credible interval of a success rate. Each is taken of the posterior Beta(k+1, n-k+1) that k successes of n
 * episodes leave of a uniform prior.
 */
public enum RateInterval {
    /**
     * The shortest interval of the level, whose values are more likely than all others: the highest posterior density.
     * It always holds the observed rate k/n, where the density is highest; with no success it begins at 0, with no
     * failure it ends at 1.
     */
    HPD("highest density") {
        @Override
        Interval of(BetaDistribution posterior, double level) {
            if (posterior.getAlpha() == 1) {
                return new Interval(0, posterior.inverseCumulativeProbability(level));
            }
            if (posterior.getBeta() == 1) {
                return new Interval(posterior.inverseCumulativeProbability(1 - level), 1);
            }
            double below = probabilityBelow(posterior, level);
            return new Interval(
                    posterior.inverseCumulativeProbability(below),
                    posterior.inverseCumulativeProbability(below + level));
        }
    },

    /**
     * As much probability below the interval as above it, which is RoboLab's: {@code I^-1(q; k+1, n-k+1)}. It excludes
     * an observed rate of 0 or 1.
     */
    EQUAL_TAILED("equal-tailed") {
        @Override
        Interval of(BetaDistribution posterior, double level) {
            double tail = (1 - level) / 2;
            return new Interval(
                    posterior.inverseCumulativeProbability(tail), posterior.inverseCumulativeProbability(1 - tail));
        }
    };

    /** The level that tables show. */
    public static final double LEVEL = 0.95;

    private static final double ACCURACY = 1e-13;
    private static final int MAX_EVALUATIONS = 1000;

    private final String description;

    RateInterval(String description) {
        this.description = description;
    }

    /** By which its name is given: {@code hpd} or {@code equal-tailed}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** What it is, for a legend. */
    public String description() {
        return description;
    }

    /** All labels, the usual one first. */
    public static List<String> labels() {
        return Arrays.stream(values()).map(RateInterval::label).toList();
    }

    /**
     * The kind of that label.
     *
     * @throws IllegalArgumentException when there is none
     */
    public static RateInterval ofLabel(String label) {
        return Arrays.stream(values())
                .filter(kind -> kind.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "interval '" + label + "' is unknown; known are " + String.join(", ", labels())));
    }

    /**
     * The 95 % interval.
     *
     * @param successes k, 0 to n
     * @param n episodes that were judged; (0, 1) when there are none
     * @throws IllegalArgumentException if not {@code 0 <= successes <= n}
     */
    public Interval of(int successes, int n) {
        return of(successes, n, LEVEL);
    }

    /**
     * The interval of any level.
     *
     * @param successes k, 0 to n
     * @param n episodes that were judged; (0, 1) when there are none
     * @param level above 0, below 1
     * @throws IllegalArgumentException if not {@code 0 <= successes <= n} or the level is out of range
     */
    public Interval of(int successes, int n, double level) {
        if (successes < 0 || successes > n) {
            throw new IllegalArgumentException("successes is " + successes + "; expected 0 to n, which is " + n);
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level is " + level + "; expected above 0, below 1");
        }
        if (n == 0) {
            return new Interval(0, 1);
        }
        return of(new BetaDistribution(null, successes + 1.0, n - successes + 1.0, ACCURACY), level);
    }

    abstract Interval of(BetaDistribution posterior, double level);

    /** The density is as high at the lower bound as at the upper one. */
    private static double probabilityBelow(BetaDistribution posterior, double level) {
        double most = 1 - level;
        double margin = most * 1e-12;
        return new BrentSolver(ACCURACY, ACCURACY)
                .solve(
                        MAX_EVALUATIONS,
                        below -> logDensityAt(posterior, below) - logDensityAt(posterior, below + level),
                        margin,
                        most - margin,
                        most / 2);
    }

    private static double logDensityAt(BetaDistribution posterior, double probability) {
        return posterior.logDensity(posterior.inverseCumulativeProbability(probability));
    }
}
