package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Compression;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.util.List;
import java.util.Map;

/** Two cameras' frames of two envs, stored in the run file. */
final class CamerasComparison implements Comparison {
    private static final String OURS = "roboreel";
    private static final String OURS_RAW = "roboreel none";
    private static final String LIMIT = "file channel";
    private static final String SPEED = "env_steps_per_s";
    private static final String COPIES =
            "a frame is copied into the pool, into staging and into the file's pages, and summed"
                    + " twice, and the run is opened and closed; the limit copies it once";
    private static final int ENVS = 2;
    private static final int CAMERAS = 2;

    /** Of each camera in the recordings. */
    private static final int DISTINCT_FRAMES = 8;

    private final Sizes sizes;
    private final RecordSpec spec;

    CamerasComparison(Sizes sizes) {
        this.sizes = sizes;
        spec =
                RecordSpec.proprio(ENVS, sizes.cameraSteps())
                        .withFields(BenchFields.proprio().withCameras(sizes.images(), CAMERAS));
    }

    @Override
    public String name() {
        return "cameras";
    }

    @Override
    public List<Contender> contenders() {
        return List.of(
                new OursContender(OURS, spec),
                new H5pyContender("gzip", ENVS, spec.steps(), sizes.images()),
                new OursContender(OURS_RAW, spec.withCompression(Compression.NONE)),
                new H5pyContender("none", ENVS, spec.steps(), sizes.images()),
                new FileChannelContender(
                        LIMIT,
                        () -> spec.rowBytes() * spec.envSteps(),
                        spec.envSteps(),
                        DISTINCT_FRAMES * CAMERAS * sizes.images().bytes()));
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        String what = "2 cameras " + sizes.images() + ", 2 envs";
        RecordSpec uncompressed = spec.withCompression(Compression.NONE);
        double raw = results.get(OURS_RAW).median(SPEED);
        return List.of(
                Target.ratio(
                                what + ", compressed",
                                "h5py gzip",
                                results.get(OURS).median(SPEED)
                                        / results.get("h5py gzip").median(SPEED),
                                15)
                        .profiling(spec),
                Target.ratio(
                                what + ", uncompressed",
                                "h5py none",
                                raw / results.get("h5py none").median(SPEED),
                                3)
                        .profiling(uncompressed),
                Target.ratio(
                                what + ", uncompressed",
                                LIMIT,
                                raw / results.get(LIMIT).median(SPEED),
                                0.7)
                        .with(COPIES)
                        .profiling(uncompressed));
    }
}
