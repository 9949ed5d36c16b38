package io.github.roboreel.tools;

import org.apache.commons.math3.distribution.BetaDistribution;

/**
 * Credible interval of a success rate, from the Beta distribution with a uniform prior: {@code
 * I^-1(q; k+1, n-k+1)} for k successes of n.
 */
public final class BetaInterval {
    /** The level that tables show. */
    public static final double LEVEL = 0.95;

    private static final double ACCURACY = 1e-13;

    private BetaInterval() {}

    /**
     * The 95 % interval.
     *
     * @param successes k, 0 to n
     * @param n episodes that were judged; (0, 1) when there are none
     * @throws IllegalArgumentException if not {@code 0 <= successes <= n}
     */
    public static Interval of(int successes, int n) {
        return of(successes, n, LEVEL);
    }

    /**
     * The interval of any level.
     *
     * @param successes k, 0 to n
     * @param n episodes that were judged; (0, 1) when there are none
     * @param level above 0, below 1
     * @throws IllegalArgumentException if not {@code 0 <= successes <= n} or the level is out of
     *     range
     */
    public static Interval of(int successes, int n, double level) {
        if (successes < 0 || successes > n) {
            throw new IllegalArgumentException(
                    "successes is " + successes + "; expected 0 to n, which is " + n);
        }
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("level is " + level + "; expected above 0, below 1");
        }
        if (n == 0) {
            return new Interval(0, 1);
        }
        BetaDistribution posterior =
                new BetaDistribution(null, successes + 1.0, n - successes + 1.0, ACCURACY);
        double tail = (1 - level) / 2;
        return new Interval(
                posterior.inverseCumulativeProbability(tail),
                posterior.inverseCumulativeProbability(1 - tail));
    }
}
