package io.github.roboreel.recorder.bench;

import java.util.Optional;

/**
 * One row of the table of targets.
 *
 * @param what what is compared
 * @param peer with whom, or empty
 * @param ours our figure, in the target's unit
 * @param bound what the figure must reach
 * @param atMost whether the bound is the most allowed, otherwise the least
 * @param unit after the numbers: {@code x} for a ratio, {@code us}, {@code MB}
 * @param inTheWay what keeps it from being met when it is not, one sentence
 * @param profiled what to profile then; empty when that would say nothing
 */
record Target(
        String what,
        String peer,
        double ours,
        double bound,
        boolean atMost,
        String unit,
        String inTheWay,
        Optional<RecordSpec> profiled) {
    private static final String USUALLY_MET =
            "it is met on the machine of docs/explanation/performance.md when nothing else runs: look at the"
                    + " load of this one first";

    Target(String what, String peer, double ours, double bound, boolean atMost, String unit) {
        this(what, peer, ours, bound, atMost, unit, USUALLY_MET, Optional.empty());
    }

    static Target ratio(String what, String peer, double ratio, double least) {
        return new Target(what, peer, ratio, least, false, "x");
    }

    static Target atMost(String what, double ours, double most, String unit) {
        return new Target(what, "", ours, most, true, unit);
    }

    /** The same, with what is known to be in the way. */
    Target with(String knownToBeInTheWay) {
        return new Target(what, peer, ours, bound, atMost, unit, knownToBeInTheWay, profiled);
    }

    /** The same, with what to profile when it is missed. */
    Target profiling(RecordSpec spec) {
        return new Target(what, peer, ours, bound, atMost, unit, inTheWay, Optional.of(spec));
    }

    /** A row of the table. */
    Figures row() {
        return new Figures()
                .cell("measured", isMeasured() ? Contender.text(ours) + suffix() : "not measured")
                .cell("target", sign() + Contender.text(bound) + suffix())
                .cell("met", !isMeasured() ? "-" : met() ? "yes" : "NO");
    }

    Figures figures() {
        Figures figures = new Figures()
                .put("what", what)
                .put("peer", peer)
                .put("measured", ours, 4)
                .put("unit", unit)
                .put("target", sign() + bound)
                .put("met", isMeasured() ? met() : null);
        return isMissed() ? figures.put("in_the_way", inTheWay) : figures;
    }

    private String sign() {
        return atMost ? "<= " : ">= ";
    }

    private String suffix() {
        return unit.equals("x") ? "x" : " " + unit;
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
