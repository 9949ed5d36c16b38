package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Benchmarks that alternate inside, or need a JVM of their own; measured once. */
final class ChildComparisons {
    private static final double GIB_MB = 1073.741824;
    private static final int MAX_STEPS = 600;

    private final Sizes sizes;
    private final int rounds;

    ChildComparisons(Sizes sizes, int rounds) {
        this.sizes = sizes;
        this.rounds = rounds;
    }

    /** Most memory with many cameras, and whether it grows with the episodes. */
    PeerComparison memory() {
        int few = Math.max(1, sizes.cameraSteps() / 8);
        String command = "record --rounds 1 --cameras 2 --images " + sizes.images() + " --num-envs "
                + sizes.proprioEnvs() + " --steps ";
        List<String> keys = List.of("peak_rss_mb", "env_steps_per_s");
        Contender shorter = Contenders.child("short episodes", command + few, json -> Contenders.pick(json, keys));
        Contender longer =
                Contenders.child("three times as long", command + 3 * few, json -> Contenders.pick(json, keys));
        String what = "peak RSS, " + sizes.proprioEnvs() + " envs x 2 cameras " + sizes.images();
        return new PeerComparison("memory", List.of(shorter, longer), 1, results -> {
            double one = results.get(shorter.name()).median("peak_rss_mb");
            double other = results.get(longer.name()).median("peak_rss_mb");
            String grown = "the same, episodes three times as long";
            return List.of(
                    Target.atMost(what, Math.max(one, other), 1.5 * GIB_MB, "MB"),
                    new Target(grown, "shorter ones", other / one, 1.15, true, "x"));
        });
    }

    /** A run of very many envs against one of a few. */
    PeerComparison manyEnvs() {
        int manySteps = Math.min(MAX_STEPS, sizes.proprioSteps());
        Contender many = recorded(sizes.manyEnvs(), manySteps);
        Contender few = recorded(sizes.proprioEnvs(), sizes.proprioSteps());
        RecordSpec spec = RecordSpec.proprio(sizes.manyEnvs(), manySteps);
        return new PeerComparison("many-envs", List.of(many, few), 1, results -> {
            Measured wide = results.get(many.name());
            double ratio =
                    wide.median("env_steps_per_s") / results.get(few.name()).median("env_steps_per_s");
            return List.of(
                    Target.ratio(many.name(), "our own " + few.name(), ratio, 0.2)
                            .profiling(spec),
                    Target.atMost(many.name() + ", slowest flush", wide.median("slowest_flush_ms"), 500, "ms")
                            .profiling(spec),
                    Target.atMost(many.name() + ", open", wide.median("open_s"), 5, "s")
                            .profiling(spec),
                    Target.atMost(many.name() + ", peak RSS", wide.median("peak_rss_mb"), 3 * GIB_MB, "MB"));
        });
    }

    private Contender recorded(int envs, int steps) {
        String command = "record --rounds " + rounds + " --num-envs " + envs + " --steps " + steps;
        List<String> keys = List.of("env_steps_per_s", "open_s", "close_s", "slowest_flush_ms", "peak_rss_mb");
        return Contenders.child(envs + " envs", command, json -> Contenders.pick(json, keys));
    }

    /** What a training job waits for. */
    PeerComparison read() {
        String command = "read --rounds " + rounds + " --num-envs " + sizes.proprioEnvs() + " --steps "
                + sizes.proprioSteps() + " --images " + sizes.images() + " --camera-steps " + sizes.cameraSteps();
        List<String> keys = List.of("random_frame_ms", "frame_window_ms", "row_window_ms", "scan_mb_per_s");
        Contender ours =
                Contenders.child("our file, times faster", command, json -> members(json, "times_faster", "", keys));
        return new PeerComparison("read", List.of(ours), 1, results -> {
            double faster = results.get(ours.name()).median("random_frame_ms");
            return List.of(Target.ratio("random frame read with h5py", "h5py gzip's file", faster, 4));
        });
    }

    /** Members of an object in what a benchmark printed, with something before their names. */
    private static Map<String, Double> members(PeerFigures json, String object, String prefix, List<String> keys)
            throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String key : keys) {
            figures.put(prefix + key, json.number(object, key));
        }
        return figures;
    }

    /** From the end of an episode to its result line. */
    PeerComparison end() {
        String command = "end --runs " + sizes.endedRuns() + " --num-envs " + sizes.proprioEnvs() + " --steps "
                + Math.min(1000, sizes.proprioSteps());
        Contender ours = Contenders.child("roboreel", command, json -> {
            Map<String, Double> figures = members(json, "end_ms", "end_ms_", List.of("50", "99", "100"));
            figures.putAll(members(json, "stall_us_while_ending", "others_us_", List.of("50", "99")));
            figures.putAll(members(json, "stall_us_otherwise", "otherwise_us_", List.of("99")));
            return figures;
        });
        return new PeerComparison("end", List.of(ours), 1, results -> {
            Measured measured = results.get("roboreel");
            double end = measured.median("end_ms_99");
            double others = measured.median("others_us_99");
            return List.of(
                    Target.atMost("end of an episode to its result line, p99", end, 50, "ms"),
                    Target.atMost("vector step of the others meanwhile, p99", others, 1000, "us"));
        });
    }

    /** Metrics of stored episodes. */
    PeerComparison metrics() {
        String command = "metrics --episodes " + sizes.episodes();
        Contender ours = Contenders.child("roboreel against numpy", command, json -> {
            Map<String, Double> figures = Contenders.pick(json, List.of("episodes_ratio"));
            figures.putAll(members(json, "ours", "", List.of("metrics_per_s")));
            figures.putAll(members(json, "numpy", "numpy_", List.of("metrics_per_s")));
            return figures;
        });
        return new PeerComparison("metrics", List.of(ours), 1, results -> List.of());
    }

    /** Video encoders. */
    PeerComparison video() {
        String command = "video --peer --encoder openh264 --rounds " + rounds + " --frames " + sizes.videoFrames();
        List<String> keys = List.of("fps_ratio", "bytes_ratio", "psnr_diff_db");
        Contender ours =
                Contenders.child("openh264 against ffmpeg", command, json -> members(json, "openh264", "", keys));
        return new PeerComparison("video", List.of(ours), 1, results -> List.of());
    }
}
