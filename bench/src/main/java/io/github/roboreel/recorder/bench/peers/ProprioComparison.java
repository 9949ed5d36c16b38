package io.github.roboreel.recorder.bench.peers;

import io.github.roboreel.recorder.bench.record.Compression;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import java.util.List;
import java.util.Map;

/** Proprioception of 16 envs, as fast as it goes. */
final class ProprioComparison implements Comparison {
    private static final String OURS = "roboreel";
    private static final String OURS_RAW = "roboreel none";
    private static final String LIMIT = "file channel, same file size";
    private static final String SPEED = "env_steps_per_s";
    private static final String AT_MOST =
            "without any compression 'roboreel none' is the most that staging, HDF5 and the"
                    + " benchmark's own producer leave of these processors";
    private static final String NO_WORK =
            "the limit writes bytes that are ready: nobody made, checked, staged, compressed or" + " indexed them";

    private final RecordSpec spec;
    private final Sizes sizes;

    ProprioComparison(Sizes sizes) {
        this.sizes = sizes;
        spec = RecordSpec.proprio(sizes.proprioEnvs(), sizes.proprioSteps());
    }

    @Override
    public String name() {
        return "proprio";
    }

    @Override
    public List<Contender> contenders() {
        int envs = spec.numEnvs();
        int steps = spec.steps();
        OursContender ours = new OursContender(OURS, spec);
        return List.of(
                ours,
                new H5pyContender("gzip", envs, steps, null),
                new OursContender("roboreel balanced", spec.withCompression(Compression.BALANCED)),
                new OursContender(OURS_RAW, spec.withCompression(Compression.NONE)),
                new H5pyContender("none", envs, steps, null),
                new FileChannelContender(LIMIT, ours::fileBytes, spec.envSteps()),
                new FileChannelContender(
                        "file channel, raw rows", () -> spec.rowBytes() * spec.envSteps(), spec.envSteps()),
                new McapContender("none", envs, steps),
                new McapContender("zstd", envs, steps));
    }

    @Override
    public List<Target> targets(Map<String, Measured> results) {
        Measured ours = results.get(OURS);
        Measured peer = results.get("h5py gzip");
        Measured limit = results.get(LIMIT);
        String what = sizes.proprioEnvs() + " envs proprio, compressed";
        double speed = ours.median(SPEED);
        return List.of(
                Target.ratio(what, "h5py gzip", speed / peer.median(SPEED), 8).profiling(spec),
                Target.ratio(what + " (wanted)", "h5py gzip", speed / peer.median(SPEED), 15)
                        .with(AT_MOST)
                        .profiling(spec),
                new Target("its file", "h5py gzip", ours.median("file_mb") / peer.median("file_mb"), 1, true, "x"),
                Target.ratio(what + ", of the bytes written once", LIMIT, speed / limit.median(SPEED), 0.25)
                        .with(NO_WORK)
                        .profiling(spec));
    }
}
