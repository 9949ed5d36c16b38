package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A run of very many envs against one of a few. */
final class ManyEnvsComparison implements Comparison {
    private static final String SPEED = "env_steps_per_s";
    private static final String FLUSH = "slowest_flush_ms";
    private static final String OPEN = "open_s";
    private static final String MEMORY = "peak_rss_mb";
    private static final int MOST_STEPS = 600;
    private static final double MOST_MB = 3 * 1073.741824;

    private final Sizes sizes;
    private final int rounds;
    private final String many;
    private final String few;

    ManyEnvsComparison(Sizes sizes, int rounds) {
        this.sizes = sizes;
        this.rounds = rounds;
        many = sizes.manyEnvs() + " envs";
        few = sizes.proprioEnvs() + " envs";
    }

    @Override
    public String name() {
        return "many-envs";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                contender(many, sizes.manyEnvs(), manySteps()),
                contender(few, sizes.proprioEnvs(), sizes.proprioSteps()));
    }

    private int manySteps() {
        return Math.min(MOST_STEPS, sizes.proprioSteps());
    }

    private Contender contender(String name, int envs, int steps) {
        String command = "record --rounds " + rounds + " --num-envs " + envs + " --steps " + steps;
        return new ChildContender(name, command, ManyEnvsComparison::pick);
    }

    @Override
    public int rounds(int asked) {
        return 1;
    }

    private static Map<String, Double> pick(PeerFigures json) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String key : List.of(SPEED, OPEN, "close_s", FLUSH, MEMORY)) {
            figures.put(key, json.number(key));
        }
        return figures;
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        Measured wide = results.get(many);
        RecordSpec spec = RecordSpec.proprio(sizes.manyEnvs(), manySteps());
        double ratio = wide.median(SPEED) / results.get(few).median(SPEED);
        return List.of(
                Target.ratio(many, "our own " + few, ratio, 0.2).profiling(spec),
                Target.atMost(many + ", slowest flush", wide.median(FLUSH), 500, "ms")
                        .profiling(spec),
                Target.atMost(many + ", open", wide.median(OPEN), 5, "s").profiling(spec),
                Target.atMost(many + ", peak RSS", wide.median(MEMORY), MOST_MB, "MB"));
    }
}
