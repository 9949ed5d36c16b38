package io.github.roboreel.tools.confidence;

/**
 * A range of likely values.
 *
 * @param lo lower bound
 * @param hi upper bound
 */
public record Interval(double lo, double hi) {
    /** {@code hi - lo}. */
    public double width() {
        return hi - lo;
    }

    /** What of it is between two bounds. */
    Interval cutTo(double min, double max) {
        return new Interval(Math.max(min, lo), Math.min(max, hi));
    }
}
