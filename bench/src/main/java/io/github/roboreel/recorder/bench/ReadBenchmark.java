package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench read}: what a training job waits for, with h5py on our file and on the peer's. */
@Command(
        name = "read",
        description = {
            "Reads single frames, windows of steps and whole files with stock h5py, from our file"
                    + " and from that of bench/peers/peer_h5py.py (gzip) with the same episodes,"
                    + " alternately."
        },
        mixinStandardHelpOptions = true)
final class ReadBenchmark extends BenchCommand.OnDisk {
    private static final List<String> ROWS = List.of("row_window_ms", "scan_mb_per_s");
    private static final List<String> FRAMES =
            List.of("row_window_ms", "scan_mb_per_s", "random_frame_ms", "frame_window_ms");

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.Steps steps = new Options.Steps(2000);

    @Option(
            names = "--images",
            paramLabel = "WxH",
            defaultValue = "1280x720",
            description = "Frames of two cameras in two more episodes (${DEFAULT-VALUE}).")
    private String images;

    @Option(
            names = {"--camera-steps", "--camera_steps"},
            defaultValue = "40",
            description = "Steps of those (${DEFAULT-VALUE}).")
    private int cameraSteps;

    @Option(
            names = "--accesses",
            defaultValue = "100",
            description = "Random accesses of each kind, per round (${DEFAULT-VALUE}).")
    private int accesses;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(5);

    /** The same episodes in our file and in the peer's. */
    private record RunFiles(Path ours, Path peers) {}

    @Override
    void check() {
        envs.count();
        steps.count();
        Options.requireAtLeast("--accesses", accesses, 1);
        rounds.count();
        Options.requireAtLeast("--camera-steps", cameraSteps, 1);
        FrameSize.parse(images);
    }

    @Override
    Figures measure(Path folder) throws IOException, InterruptedException {
        FrameSize size = FrameSize.parse(images);
        RecordSpec proprio = RecordSpec.proprio(envs.count(), steps.count());
        RecordSpec cameras = RecordSpec.proprio(2, cameraSteps)
                .withFields(BenchFields.proprio().withCameras(size, 2, ImageKind.GRADIENT));
        RunFiles ofRows = record(folder.resolve("proprio"), proprio);
        RunFiles ofFrames = record(folder.resolve("cameras"), cameras, "--images", size, "--cameras", 2);
        return new Figures()
                .put("bench", "read")
                .put("rounds", rounds.count())
                .put("proprio", measure("proprio", ofRows, ROWS))
                .put("cameras", measure("cameras", ofFrames, FRAMES));
    }

    private static RunFiles record(Path folder, RecordSpec spec, Object... cameras)
            throws IOException, InterruptedException {
        Path ours = new RecordRun(spec).record(folder.resolve("ours")).file();
        List<Object> arguments = new ArrayList<>(
                List.of("--num-envs", spec.numEnvs(), "--steps", spec.steps(), "--out", folder.resolve("peer")));
        arguments.addAll(List.of(cameras));
        PeerProcess.python("peer_h5py.py", arguments.toArray());
        return new RunFiles(ours, folder.resolve("peer").resolve("run_0.hdf5"));
    }

    private Figures measure(String name, RunFiles files, List<String> keys) throws IOException, InterruptedException {
        RoundSamples ours = new RoundSamples();
        RoundSamples peers = new RoundSamples();
        for (int round = 0; round < rounds.count(); round++) {
            ours.add(read(files.ours, round), keys);
            peers.add(read(files.peers, round), keys);
        }
        Figures times = new Figures();
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (String key : keys) {
            double ratio = ours.median(key) / peers.median(key);
            double faster = key.endsWith("_ms") ? 1 / ratio : ratio;
            times.put(key, faster, 3);
            rows.put(
                    "  " + key,
                    new Figures()
                            .put("ours", ours.median(key), 3, "ours", 3)
                            .put("peer", peers.median(key), 3, "peer's file", 3)
                            .put("times", faster, 3, "times faster", 2));
        }
        say(Figures.table(name, rows));
        return new Figures()
                .put("ours", Figures.of(ours.medians()))
                .put("peer", Figures.of(peers.medians()))
                .put("times_faster", times);
    }

    private PeerFigures read(Path file, int seed) throws IOException, InterruptedException {
        return PeerProcess.python("read_h5py.py", file, "--accesses", accesses, "--seed", seed);
    }
}
