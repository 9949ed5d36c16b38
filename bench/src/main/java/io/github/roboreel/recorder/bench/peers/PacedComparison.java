package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How long each vector step holds the producer while it runs at a simulator's pace. */
final class PacedComparison implements Comparison {
    private static final String OURS = "roboreel";
    private static final String PEER = "h5py gzip";
    private static final int PACE_HZ = 100;
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};
    private static final String OWN = "own_";

    private final Sizes sizes;

    PacedComparison(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "paced";
    }

    /** The peer stalls at a flush whatever the pace, so it is measured without one. */
    @Override
    public List<Contender> contenders() {
        String command = Sentence.of(
                "record --rounds 1 --pace-hz %s --num-envs %s --steps %s",
                PACE_HZ, sizes.proprioEnvs(), sizes.pacedSeconds() * PACE_HZ);
        return List.of(
                new ChildContender(OURS, command, PacedComparison::stalls),
                new H5pyContender("gzip", sizes.proprioEnvs(), sizes.proprioSteps(), null));
    }

    @Override
    public int rounds(int asked) {
        return 1;
    }

    private static Map<String, Double> stalls(PeerFigures json) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (double percentile : PERCENTILES) {
            String key = StallKeys.of(percentile);
            String percent = key.substring(key.lastIndexOf('_') + 1);
            figures.put(key, json.number("stall_us", percent));
            figures.put(OWN + key, json.number("stall_own_us", percent));
        }
        figures.put("above_2ms", json.number("count_above_2ms"));
        figures.put("gc_pause_ms", json.number("gc_pause_ms"));
        figures.put("allocated_bytes_per_step", json.number("allocated_bytes_per_step"));
        return figures;
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        Measured ours = results.get(OURS);
        String what = "producer per vector step, " + PACE_HZ + " Hz x " + sizes.proprioEnvs();
        double own = ours.median(OWN + StallKeys.MAX);
        return List.of(
                Target.atMost(what + ", p99.9", ours.median(StallKeys.P999), 100, "us"),
                Target.atMost(what + ", max", ours.median(StallKeys.MAX), 2000, "us"),
                Target.atMost("that max without waiting for a core", own, 2000, "us"),
                Target.atMost(
                        "producer allocation", ours.median("allocated_bytes_per_step"), 0, "bytes per vector step"));
    }
}
