package io.github.roboreel.recorder.bench.peers;

/**
 * One row of the table of targets.
 *
 * @param what what is compared
 * @param peer with whom, or empty
 * @param ours our figure, in the target's unit
 * @param bound what the figure must reach
 * @param atMost whether the bound is the most allowed, otherwise the least
 * @param unit after the numbers: {@code x} for a ratio, {@code us}, {@code MB}
 * @param inTheWay what is known to keep it from being met, one sentence; empty when nothing is
 */
record Target(
        String what,
        String peer,
        double ours,
        double bound,
        boolean atMost,
        String unit,
        String inTheWay) {
    Target(String what, String peer, double ours, double bound, boolean atMost, String unit) {
        this(what, peer, ours, bound, atMost, unit, "");
    }

    static Target ratio(String what, String peer, double ratio, double least) {
        return new Target(what, peer, ratio, least, false, "x");
    }

    static Target atMost(String what, double ours, double most, String unit) {
        return new Target(what, "", ours, most, true, unit);
    }

    /** The same, with what is known to keep it from being met. */
    Target with(String whatIsInTheWay) {
        return new Target(what, peer, ours, bound, atMost, unit, whatIsInTheWay);
    }

    boolean isMissed() {
        return isMeasured() && !met();
    }

    boolean isMeasured() {
        return !Double.isNaN(ours);
    }

    boolean met() {
        return atMost ? ours <= bound : ours >= bound;
    }
}
