package io.github.roboreel.recorder.bench.peers;

/** Names of the producer's time per vector step, microseconds. */
final class StallKeys {
    static final String P999 = "stall_us_99.9";
    static final String MAX = "stall_us_100";

    private StallKeys() {}

    static String of(double percentile) {
        boolean whole = percentile == Math.rint(percentile);
        return "stall_us_" + (whole ? Integer.toString((int) percentile) : percentile);
    }
}
