package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Most memory with many cameras, and whether it grows with the episodes. */
final class MemoryComparison implements Comparison {
    private static final String SHORT = "short episodes";
    private static final String LONG = "three times as long";
    private static final String MEMORY = "peak_rss_mb";
    private static final double MOST_MB = 1.5 * 1073.741824;
    private static final double MOST_GROWTH = 1.15;

    private final Sizes sizes;

    MemoryComparison(Sizes sizes) {
        this.sizes = sizes;
    }

    @Override
    public String name() {
        return "memory";
    }

    @Override
    public List<Contender> contenders() {
        int few = Math.max(1, sizes.cameraSteps() / 8);
        String command = Sentence.of(
                "record --rounds 1 --cameras 2 --images %s --num-envs %s --steps ",
                sizes.images(), sizes.proprioEnvs());
        return List.of(
                new ChildContender(SHORT, command + few, MemoryComparison::pick),
                new ChildContender(LONG, command + 3 * few, MemoryComparison::pick));
    }

    @Override
    public int rounds(int asked) {
        return 1;
    }

    private static Map<String, Double> pick(PeerFigures json) throws IOException {
        return Map.of(MEMORY, json.number(MEMORY), "env_steps_per_s", json.number("env_steps_per_s"));
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        double shorter = results.get(SHORT).median(MEMORY);
        double longer = results.get(LONG).median(MEMORY);
        String what = "peak RSS, " + sizes.proprioEnvs() + " envs x 2 cameras " + sizes.images();
        String grown = "the same, episodes three times as long";
        return List.of(
                Target.atMost(what, Math.max(shorter, longer), MOST_MB, "MB"),
                new Target(grown, "shorter ones", longer / shorter, MOST_GROWTH, true, "x"));
    }
}
