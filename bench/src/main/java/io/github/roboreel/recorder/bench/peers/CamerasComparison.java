package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Compression;
import io.github.roboreel.recorder.bench.record.ImageKind;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Two cameras' frames of two envs, stored in the run file. */
final class CamerasComparison implements Comparison {
    private static final String OURS = "roboreel";
    private static final String OURS_RAW = "roboreel none";
    private static final String PEER = "h5py gzip";
    private static final String LIMIT = "file channel";
    private static final String SPEED = "env_steps_per_s";
    private static final String BYTES = "file_mb";
    private static final String COPIES =
            "a frame is copied into the pool, into staging and into the file's pages, and summed"
                    + " twice, and the run is opened and closed; the limit copies it once";
    private static final double LEAST_SPEED = 8;
    private static final double MOST_BYTES = 1.1;
    private static final int ENVS = 2;
    private static final int CAMERAS = 2;

    /** Each takes a minute of the peer's. */
    private static final int MOST_ROUNDS = 3;

    /** Of each camera in the recordings. */
    private static final int DISTINCT_FRAMES = 8;

    private final Sizes sizes;
    private final ImageKind kind;
    private final RecordSpec spec;

    /** Cameras that see pictures of that kind. */
    CamerasComparison(Sizes sizes, ImageKind kind) {
        this.sizes = sizes;
        this.kind = kind;
        spec = RecordSpec.proprio(ENVS, sizes.cameraSteps())
                .withFields(BenchFields.proprio().withCameras(sizes.images(), CAMERAS, kind));
    }

    @Override
    public String name() {
        return kind == ImageKind.GRADIENT ? "cameras" : "cameras-" + kind.label();
    }

    @Override
    public int rounds(int asked) {
        return kind == ImageKind.GRADIENT ? asked : Math.min(asked, MOST_ROUNDS);
    }

    @Override
    public List<Contender> contenders() {
        List<Contender> contenders = new ArrayList<>();
        contenders.add(new OursContender(OURS, spec));
        contenders.add(peer("gzip"));
        if (kind == ImageKind.GRADIENT) {
            contenders.add(new OursContender(OURS_RAW, spec.withCompression(Compression.NONE)));
            contenders.add(peer("none"));
            contenders.add(new FileChannelContender(
                    LIMIT,
                    () -> spec.rowBytes() * spec.envSteps(),
                    spec.envSteps(),
                    DISTINCT_FRAMES * CAMERAS * sizes.images().bytes()));
        }
        return contenders;
    }

    private Contender peer(String compression) {
        return new H5pyContender(compression, ENVS, spec.steps(), sizes.images(), kind);
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        String what = "2 cameras " + sizes.images() + ", 2 envs, " + kind.label();
        List<Target> targets = new ArrayList<>(compressed(what, results));
        if (kind == ImageKind.GRADIENT) {
            targets.addAll(uncompressed(what + ", uncompressed", results));
        }
        return targets;
    }

    private List<Target> compressed(String what, Map<String, Measured> results) {
        double speed = results.get(OURS).median(SPEED) / results.get(PEER).median(SPEED);
        double bytes = results.get(OURS).median(BYTES) / results.get(PEER).median(BYTES);
        return List.of(
                Target.ratio(what + ", compressed", PEER, speed, LEAST_SPEED).profiling(spec),
                new Target(what + ", its file", PEER, bytes, MOST_BYTES, true, "x"));
    }

    private List<Target> uncompressed(String what, Map<String, Measured> results) {
        RecordSpec uncompressed = spec.withCompression(Compression.NONE);
        double raw = results.get(OURS_RAW).median(SPEED);
        double peer = results.get("h5py none").median(SPEED);
        double limit = results.get(LIMIT).median(SPEED);
        return List.of(
                Target.ratio(what, "h5py none", raw / peer, 3).profiling(uncompressed),
                Target.ratio(what, LIMIT, raw / limit, 0.7).with(COPIES).profiling(uncompressed));
    }
}
