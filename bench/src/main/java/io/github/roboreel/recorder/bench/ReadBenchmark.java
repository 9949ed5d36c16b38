package io.github.roboreel.recorder.bench;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code bench read}: what a training job waits for, with h5py on our file and on the peer's. */
@Command(
        name = "read",
        description = "Reads single frames, windows of steps and whole files with stock h5py, from our file"
                + " and from that of bench/peers/peer_h5py.py (gzip) with the same episodes,"
                + " alternately.")
final class ReadBenchmark extends Scenario {
    @Param
    private int numEnvs = 16;

    @Param
    private int steps = 2000;

    @Param("Frames of two cameras in two more episodes, WxH")
    private FrameSize images = new FrameSize(1280, 720);

    @Param("Steps of those")
    private int cameraSteps = 40;

    @Param
    private int accesses = 100;

    @Param
    private int rounds = 5;

    @Override
    void measure(Path folder) throws IOException, InterruptedException {
        List<String> ofRows = List.of("row_window_ms", "scan_mb_per_s");
        List<String> ofFrames = List.of("row_window_ms", "scan_mb_per_s", "random_frame_ms", "frame_window_ms");
        BenchFields cameras = BenchFields.proprio().withCameras(images, 2, ImageKind.GRADIENT);
        compare("proprio", folder, RecordSpec.proprio(numEnvs, steps), ofRows);
        compare(
                "cameras",
                folder,
                RecordSpec.of(2, cameraSteps, cameras),
                ofFrames,
                "--images",
                images,
                "--cameras",
                2);
    }

    private void compare(String name, Path folder, RecordSpec spec, List<String> keys, Object... cameras)
            throws IOException, InterruptedException {
        Path peer = folder.resolve(name + "-peer");
        Path ours = RecordRun.of(spec, folder.resolve(name)).file();
        Child.python("peer_h5py.py", "--num-envs", spec.numEnvs(), "--steps", spec.steps(), "--out", peer)
                .and(cameras)
                .run();
        Rounds ofOurs = new Rounds();
        Rounds ofPeer = new Rounds();
        for (int round = 0; round < rounds; round++) {
            ofOurs.add(read(ours, round), keys);
            ofPeer.add(read(peer.resolve("run_0.hdf5"), round), keys);
        }
        Figures times = new Figures();
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (String key : keys) {
            double ratio = ofOurs.median(key) / ofPeer.median(key);
            times.put(key, key.endsWith("_ms") ? 1 / ratio : ratio);
            rows.put(
                    "  " + key,
                    new Figures()
                            .put("ours", ofOurs.median(key))
                            .put("peer's file", ofPeer.median(key))
                            .put("times faster", times.members().get(key)));
        }
        say(name, rows);
        figures.put(
                name,
                new Figures()
                        .put("ours", ofOurs.medians())
                        .put("peer", ofPeer.medians())
                        .put("times_faster", times));
    }

    private Child.Printed read(Path file, int seed) throws IOException, InterruptedException {
        return Child.python("read_h5py.py", file, "--accesses", accesses, "--seed", seed)
                .printed();
    }
}
