package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.recorder.bench.record.ImageKind;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every comparison there is, in the order of the table of targets. */
final class Comparisons {
    private final Sizes sizes;
    private final int rounds;

    private Comparisons(Sizes sizes, int rounds) {
        this.sizes = sizes;
        this.rounds = rounds;
    }

    static List<Comparison> all(Sizes sizes, int rounds) {
        Comparisons all = new Comparisons(sizes, rounds);
        return List.of(
                new ProprioComparison(sizes),
                new StagingComparison(sizes),
                new ChunkComparison(sizes),
                new PacedComparison(sizes),
                new CamerasComparison(sizes, ImageKind.GRADIENT),
                new CamerasComparison(sizes, ImageKind.TEXTURE),
                new CamerasComparison(sizes, ImageKind.RENDERED),
                new MemoryComparison(sizes),
                new ManyEnvsComparison(sizes, rounds),
                all.read(),
                all.end(),
                all.metrics(),
                all.video());
    }

    private Comparison read() {
        String command = Sentence.of(
                "read --rounds %s --num-envs %s --steps %s --images %s --camera-steps %s",
                rounds, sizes.proprioEnvs(), sizes.proprioSteps(), sizes.images(), sizes.cameraSteps());
        List<String> keys = List.of("random_frame_ms", "frame_window_ms", "row_window_ms", "scan_mb_per_s");
        Contender ours = new ChildContender("our file, times faster", command, json -> {
            Map<String, Double> figures = new LinkedHashMap<>();
            for (String key : keys) {
                figures.put(key, json.number("times_faster", key));
            }
            return figures;
        });
        return new ChildComparison(
                "read",
                List.of(ours),
                results -> List.of(Target.ratio(
                        "random frame read with h5py",
                        "h5py gzip's file",
                        results.get(ours.name()).median("random_frame_ms"),
                        4)));
    }

    private Comparison end() {
        String command = Sentence.of(
                "end --runs %s --num-envs %s --steps %s",
                sizes.endedRuns(), sizes.proprioEnvs(), Math.min(1000, sizes.proprioSteps()));
        Contender ours = new ChildContender(
                "roboreel",
                command,
                json -> Map.of(
                        "end_ms_50", json.number("end_ms", "50"),
                        "end_ms_99", json.number("end_ms", "99"),
                        "end_ms_100", json.number("end_ms", "100"),
                        "others_us_50", json.number("stall_us_while_ending", "50"),
                        "others_us_99", json.number("stall_us_while_ending", "99"),
                        "otherwise_us_99", json.number("stall_us_otherwise", "99")));
        return new ChildComparison(
                "end",
                List.of(ours),
                results -> List.of(
                        Target.atMost(
                                "end of an episode to its result line, p99",
                                results.get("roboreel").median("end_ms_99"),
                                50,
                                "ms"),
                        Target.atMost(
                                "vector step of the others meanwhile, p99",
                                results.get("roboreel").median("others_us_99"),
                                1000,
                                "us")));
    }

    private Comparison metrics() {
        Contender ours = new ChildContender(
                "roboreel against numpy",
                "metrics --episodes " + sizes.episodes(),
                json -> Map.of(
                        "episodes_ratio", json.number("episodes_ratio"),
                        "metrics_per_s", json.number("ours", "metrics_per_s"),
                        "numpy_metrics_per_s", json.number("numpy", "metrics_per_s")));
        return new ChildComparison("metrics", List.of(ours), results -> List.of());
    }

    private Comparison video() {
        Contender ours = new ChildContender(
                "openh264 against ffmpeg",
                "video --peer --encoder openh264 --rounds " + rounds + " --frames " + sizes.videoFrames(),
                json -> Map.of(
                        "fps_ratio", json.number("openh264", "fps_ratio"),
                        "bytes_ratio", json.number("openh264", "bytes_ratio"),
                        "psnr_diff_db", json.number("openh264", "psnr_diff_db")));
        return new ChildComparison("video", List.of(ours), results -> List.of());
    }
}
