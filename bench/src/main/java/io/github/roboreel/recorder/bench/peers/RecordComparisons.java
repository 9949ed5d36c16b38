package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.ImageKind;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.bench.record.RecordSpec.Compression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Whole recordings against those of others. */
final class RecordComparisons {
    private static final String OURS = "roboreel";
    private static final String OURS_RAW = "roboreel none";
    private static final String PEER = "h5py gzip";
    private static final String LIMIT = "file channel";
    private static final String SAME_SIZE = "file channel, same file size";
    private static final String SPEED = "env_steps_per_s";
    private static final String BYTES = "file_mb";
    private static final String AT_MOST =
            "without any compression 'roboreel none' is the most that staging, HDF5 and the"
                    + " benchmark's own producer leave of these processors";
    private static final String NO_WORK =
            "the limit writes bytes that are ready: no one made, checked, staged, compressed or indexed them";
    private static final String COPIES =
            "a frame is copied into the pool, into staging and into the file's pages, and summed"
                    + " twice, and the run is opened and closed; the limit copies it once";
    private static final int PACE_HZ = 100;
    private static final int CAMERA_ENVS = 2;
    private static final int CAMERAS = 2;
    /** Each takes a minute of the peer's. */
    private static final int MAX_CAMERA_ROUNDS = 3;
    /** Of each camera in the recordings. */
    private static final int DISTINCT_FRAMES = 8;

    private final Sizes sizes;

    RecordComparisons(Sizes sizes) {
        this.sizes = sizes;
    }

    /** Proprioception of 16 envs, as fast as it goes. */
    PeerComparison proprio() {
        RecordSpec spec = RecordSpec.proprio(sizes.proprioEnvs(), sizes.proprioSteps());
        int envs = spec.numEnvs();
        int steps = spec.steps();
        OursContender ours = new OursContender(OURS, spec);
        List<Contender> contenders = List.of(
                ours,
                Contenders.h5py("gzip", envs, steps),
                new OursContender("roboreel balanced", spec.withCompression(Compression.BALANCED)),
                new OursContender(OURS_RAW, spec.withCompression(Compression.NONE)),
                Contenders.h5py("none", envs, steps),
                new FileChannelContender(SAME_SIZE, ours::fileBytes, spec.envSteps()),
                new FileChannelContender(
                        "file channel, raw rows", () -> spec.rowBytes() * spec.envSteps(), spec.envSteps()),
                Contenders.mcap("none", envs, steps),
                Contenders.mcap("zstd", envs, steps));
        String what = envs + " envs proprio, compressed";
        return new PeerComparison("proprio", contenders, results -> {
            double speed = ratio(results, SPEED, OURS, PEER);
            double share = ratio(results, SPEED, OURS, SAME_SIZE);
            return List.of(
                    Target.ratio(what, PEER, speed, 8).profiling(spec),
                    Target.ratio(what + " (wanted)", PEER, speed, 15)
                            .with(AT_MOST)
                            .profiling(spec),
                    new Target("its file", PEER, ratio(results, BYTES, OURS, PEER), 1, true, "x"),
                    Target.ratio(what + ", of the bytes written once", SAME_SIZE, share, 0.25)
                            .with(NO_WORK)
                            .profiling(spec));
        });
    }

    private static double ratio(Map<String, Measured> results, String figure, String one, String other) {
        return results.get(one).median(figure) / results.get(other).median(figure);
    }

    /**
     * How long each vector step holds the producer while it runs at a simulator's pace. The peer stalls at a flush
     * whatever the pace, so it is measured without one.
     */
    PeerComparison paced() {
        int envs = sizes.proprioEnvs();
        String command = "record --rounds 1 --pace-hz " + PACE_HZ + " --num-envs " + envs + " --steps "
                + sizes.pacedSeconds() * PACE_HZ;
        List<Contender> contenders = List.of(
                Contenders.child(OURS, command, RecordComparisons::stalls),
                Contenders.h5py("gzip", envs, sizes.proprioSteps()));
        String what = "producer per vector step, " + PACE_HZ + " Hz x " + envs;
        return new PeerComparison("paced", contenders, 1, results -> {
            Measured ours = results.get(OURS);
            double own = ours.median("own_" + Contenders.stall(100));
            double allocated = ours.median("allocated_bytes_per_step");
            return List.of(
                    Target.atMost(what + ", p99.9", ours.median(Contenders.stall(99.9)), 100, "us"),
                    Target.atMost(what + ", max", ours.median(Contenders.stall(100)), 2000, "us"),
                    Target.atMost("that max without waiting for a core", own, 2000, "us"),
                    Target.atMost("producer allocation", allocated, 0, "bytes per vector step"));
        });
    }

    private static Map<String, Double> stalls(PeerFigures json) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (double percentile : new double[] {50, 99, 99.9, 100}) {
            String percent = Figures.name(percentile);
            figures.put(Contenders.stall(percentile), json.number("stall_us", percent));
            figures.put("own_" + Contenders.stall(percentile), json.number("stall_own_us", percent));
        }
        figures.put("above_2ms", json.number("count_above_2ms"));
        figures.putAll(Contenders.pick(json, List.of("gc_pause_ms", "allocated_bytes_per_step")));
        return figures;
    }

    /** Two cameras' frames of two envs, stored in the run file, also without compression. */
    PeerComparison cameras() {
        RecordSpec spec = cameraSpec(ImageKind.GRADIENT);
        RecordSpec raw = spec.withCompression(Compression.NONE);
        List<Contender> contenders = new ArrayList<>(cameraContenders(spec));
        contenders.add(new OursContender(OURS_RAW, raw));
        contenders.add(cameraPeer("none", ImageKind.GRADIENT));
        int distinctBytes = DISTINCT_FRAMES * CAMERAS * sizes.images().bytes();
        contenders.add(new FileChannelContender(
                LIMIT, () -> spec.rowBytes() * spec.envSteps(), spec.envSteps(), distinctBytes));
        String what = seen(ImageKind.GRADIENT);
        return new PeerComparison("cameras", contenders, results -> {
            List<Target> targets = new ArrayList<>(compressed(what, spec, results));
            double speed = ratio(results, SPEED, OURS_RAW, "h5py none");
            double share = ratio(results, SPEED, OURS_RAW, LIMIT);
            targets.add(
                    Target.ratio(what + ", uncompressed", "h5py none", speed, 3).profiling(raw));
            targets.add(Target.ratio(what + ", uncompressed", LIMIT, share, 0.7)
                    .with(COPIES)
                    .profiling(raw));
            return targets;
        });
    }

    /** The same, compressed, with cameras that see something else. */
    PeerComparison cameras(ImageKind kind) {
        RecordSpec spec = cameraSpec(kind);
        return new PeerComparison(
                "cameras-" + kind.label(),
                cameraContenders(spec),
                MAX_CAMERA_ROUNDS,
                results -> compressed(seen(kind), spec, results));
    }

    private RecordSpec cameraSpec(ImageKind kind) {
        return RecordSpec.proprio(CAMERA_ENVS, sizes.cameraSteps())
                .withFields(BenchFields.proprio().withCameras(sizes.images(), CAMERAS, kind));
    }

    private List<Contender> cameraContenders(RecordSpec spec) {
        return List.of(
                new OursContender(OURS, spec), cameraPeer("gzip", spec.fields().imageKind()));
    }

    private Contender cameraPeer(String compression, ImageKind kind) {
        return Contenders.h5py(compression, CAMERA_ENVS, sizes.cameraSteps(), sizes.images(), kind);
    }

    private String seen(ImageKind kind) {
        return "2 cameras " + sizes.images() + ", 2 envs, " + kind.label();
    }

    private static List<Target> compressed(String what, RecordSpec spec, Map<String, Measured> results) {
        return List.of(
                Target.ratio(what + ", compressed", PEER, ratio(results, SPEED, OURS, PEER), 8)
                        .profiling(spec),
                new Target(what + ", its file", PEER, ratio(results, BYTES, OURS, PEER), 1.1, true, "x"));
    }
}
