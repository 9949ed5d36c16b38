package io.github.roboreel.recorder.bench;

import java.util.Optional;

/**
 * A figure and what it must reach.
 *
 * @param what what is compared
 * @param peer with whom, or empty
 * @param ours our figure, in the target's unit; NaN when it was not measured
 * @param bound the most allowed with {@code isMost}, otherwise the least
 * @param unit after the numbers: {@code x} for a ratio, {@code us}, {@code MB}
 * @param inTheWay what keeps it from being met when it is not, one sentence
 * @param profiled what to profile then
 */
record Target(
        String what,
        String peer,
        double ours,
        double bound,
        boolean isMost,
        String unit,
        String inTheWay,
        Optional<RecordSpec> profiled) {
    private static final String SEE_PERFORMANCE =
            "docs/explanation/performance.md says what is; a machine that does other work is slower, too: see its"
                    + " load";

    static Target most(String what, String peer, double ours, double most, String unit) {
        return new Target(what, peer, ours, most, true, unit, SEE_PERFORMANCE, Optional.empty());
    }

    static Target most(String what, double ours, double most, String unit) {
        return most(what, "", ours, most, unit);
    }

    static Target least(String what, String peer, double ours, double least, String unit) {
        return new Target(what, peer, ours, least, false, unit, SEE_PERFORMANCE, Optional.empty());
    }

    /** The same, with what is known to be in the way. */
    Target with(String knownToBeInTheWay) {
        return new Target(what, peer, ours, bound, isMost, unit, knownToBeInTheWay, profiled);
    }

    /** The same, with what to profile when it is missed. */
    Target profiling(RecordSpec spec) {
        return new Target(what, peer, ours, bound, isMost, unit, inTheWay, Optional.of(spec));
    }

    String title() {
        return peer.isEmpty() ? what : what + ", against " + peer;
    }

    /** Of the table. */
    Figures row() {
        String suffix = unit.equals("x") ? "x" : " " + unit;
        return new Figures()
                .put("measured", Double.isNaN(ours) ? "not measured" : Figures.text(ours) + suffix)
                .put("target", sign() + Figures.text(bound) + suffix)
                .put("met", Double.isNaN(ours) ? "-" : isMissed() ? "NO" : "yes");
    }

    Figures figures() {
        Figures figures = new Figures()
                .put("what", what)
                .put("peer", peer)
                .put("measured", ours)
                .put("unit", unit)
                .put("target", sign() + bound)
                .put("met", Double.isNaN(ours) ? null : !isMissed());
        return isMissed() ? figures.put("in_the_way", inTheWay) : figures;
    }

    private String sign() {
        return isMost ? "<= " : ">= ";
    }

    boolean isMissed() {
        return isMost ? ours > bound : ours < bound;
    }
}
