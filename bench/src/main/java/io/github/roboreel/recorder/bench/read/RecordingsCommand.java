package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.recorder.bench.record.BenchArguments;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.Figures;
import io.github.roboreel.recorder.bench.record.FrameSize;
import io.github.roboreel.recorder.bench.record.OutputOptions;
import io.github.roboreel.recorder.bench.record.OutputSubfolder;
import io.github.roboreel.recorder.bench.record.PeerFigures;
import io.github.roboreel.recorder.bench.record.PeerProcess;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code bench recordings}: the reading API beside h5py. */
@Command(
        name = "recordings",
        description = {
            "Reads random rows and steps, and everything in order, from our files: by the reading API"
                    + " and by bench/peers/read_recordings_h5py.py, alternately; then the same episodes as a LeRobot"
                    + " dataset, in its place and by a scan of DuckDB's alone."
        },
        mixinStandardHelpOptions = true)
public final class RecordingsCommand implements Callable<Integer> {
    private static final FrameSize IMAGES = FrameSize.parse("160x120");
    private static final int CAMERAS = 2;

    @Spec
    private CommandSpec command;

    @Option(names = "--episodes", defaultValue = "1000", description = "Episodes without cameras (${DEFAULT-VALUE}).")
    private int episodes;

    @Option(
            names = {"--camera-episodes", "--camera_episodes"},
            defaultValue = "50",
            description = "Episodes with two cameras of 160x120 (${DEFAULT-VALUE}).")
    private int cameraEpisodes;

    @Option(names = "--steps", defaultValue = "200", description = "Steps of each (${DEFAULT-VALUE}).")
    private int steps;

    @Option(
            names = "--accesses",
            defaultValue = "2000",
            description = "Random accesses of each kind, per round (${DEFAULT-VALUE}).")
    private int accesses;

    @Option(
            names = "--rounds",
            defaultValue = "3",
            description = "Rounds of which the median counts (${DEFAULT-VALUE}).")
    private int rounds;

    @Mixin
    private OutputOptions output = new OutputOptions();

    public RecordingsCommand() {}

    @Override
    public Integer call() throws Exception {
        BenchArguments.requireAtLeast("--episodes", episodes, 1);
        BenchArguments.requireAtLeast("--camera-episodes", cameraEpisodes, 1);
        BenchArguments.requireAtLeast("--steps", steps, 1);
        BenchArguments.requireAtLeast("--accesses", accesses, 1);
        BenchArguments.requireAtLeast("--rounds", rounds, 1);
        BenchFields proprio = BenchFields.proprio();
        Figures figures = new Figures().put("bench", "recordings").put("rounds", rounds);
        try (OutputSubfolder folder = output.subfolder(false)) {
            measure("proprio", new EpisodeFolder(proprio, episodes, steps), folder.path(), figures);
            measureLeRobot(folder.path(), figures);
            BenchFields cameras = proprio.withCameras(IMAGES, CAMERAS);
            measure("cameras", new EpisodeFolder(cameras, cameraEpisodes, steps), folder.path(), figures);
        }
        command.commandLine().getOut().println(figures.line());
        return 0;
    }

    private void measure(String name, EpisodeFolder recorded, Path parent, Figures figures) throws Exception {
        Path folder = parent.resolve(name);
        recorded.record(folder);
        RecordingsReads ours = new RecordingsReads(folder, accesses);
        double expected = ours.actionsSum();
        Map<String, List<Double>> oursOf = new LinkedHashMap<>();
        Map<String, List<Double>> peersOf = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            PeerFigures peer =
                    PeerProcess.python("read_recordings_h5py.py", folder, "--accesses", accesses, "--seed", round);
            requireSame(expected, peer.number("actions_sum"));
            for (Map.Entry<String, Double> figure : ours.measure(round).entrySet()) {
                String key = figure.getKey();
                keep(oursOf, key, figure.getValue());
                keep(peersOf, key, peer.number(key));
            }
        }
        report(name, oursOf, peersOf, figures);
    }

    /** The same episodes as LeRobot has them. */
    private void measureLeRobot(Path parent, Figures figures) throws Exception {
        LeRobotReads lerobot = LeRobotReads.of(parent.resolve("proprio"), parent.resolve("lerobot"));
        RecordingsReads inPlace = new RecordingsReads(lerobot.dataset(), accesses);
        Map<String, List<Double>> values = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            double duckDbSeconds = lerobot.duckDbScanSeconds();
            RecordingsReads.InPlace ours = inPlace.inPlace(round);
            keep(values, "open_s", ours.openSeconds());
            keep(values, "scan_mb_per_s", ours.megabytes() / ours.scanSeconds());
            keep(values, "duckdb_scan_mb_per_s", ours.megabytes() / duckDbSeconds);
            keep(values, "random_row_per_s", ours.randomRowsPerSecond());
        }
        Figures row = new Figures();
        values.forEach((key, each) -> row.put(key, Figures.median(each), 2, key, 2));
        figures.put("lerobot", row);
        command.commandLine().getErr().println(Figures.table("lerobot in its place", Map.of("  ", row)));
    }

    private static void keep(Map<String, List<Double>> values, String key, double value) {
        values.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
    }

    private void report(String name, Map<String, List<Double>> ours, Map<String, List<Double>> peers, Figures figures) {
        Map<String, Figures> rows = new LinkedHashMap<>();
        Figures all = new Figures();
        ours.forEach((key, values) -> {
            double our = Figures.median(values);
            double peer = Figures.median(peers.get(key));
            Figures row = new Figures()
                    .put("ours", our, 1, "ours", 1)
                    .put("h5py", peer, 1, "h5py", 1)
                    .put("times", our / peer, 2, "times", 2);
            rows.put("  " + key, row);
            all.put(key, row);
        });
        figures.put(name, all);
        command.commandLine().getErr().println(Figures.table(name, rows));
    }

    private static void requireSame(double expected, double found) throws IOException {
        if (Math.abs(expected - found) > 1e-9 * Math.max(1, Math.abs(expected))) {
            throw new IOException("h5py read actions that sum up to " + found + ", the reading API " + expected);
        }
    }
}
