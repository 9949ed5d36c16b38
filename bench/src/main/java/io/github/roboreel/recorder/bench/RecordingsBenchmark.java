package io.github.roboreel.recorder.bench;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recordings.episodes.ChosenEpisodes;
import io.github.roboreel.recordings.episodes.EpisodeChoice;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench recordings}: the reading API beside h5py. */
@Command(
        name = "recordings",
        description = {
            "Reads random rows and steps, and everything in order, from our files: by the reading API"
                    + " and by bench/peers/read_recordings_h5py.py, alternately; then the same episodes as a LeRobot"
                    + " dataset, in its place and by a scan of DuckDB's alone."
        },
        mixinStandardHelpOptions = true)
final class RecordingsBenchmark extends BenchCommand.OnDisk {
    private static final FrameSize IMAGES = new FrameSize(160, 120);
    private static final int CAMERAS = 2;
    private static final int ENVS = 50;

    @Mixin
    private Options.EpisodeCount episodes = new Options.EpisodeCount(1000);

    @Option(
            names = {"--camera-episodes", "--camera_episodes"},
            defaultValue = "50",
            description = "Episodes with two cameras of 160x120 (${DEFAULT-VALUE}).")
    private int cameraEpisodes;

    @Mixin
    private Options.Steps steps = new Options.Steps(200);

    @Option(
            names = "--accesses",
            defaultValue = "2000",
            description = "Random accesses of each kind, per round (${DEFAULT-VALUE}).")
    private int accesses;

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(3);

    @Override
    void check() {
        episodes.count();
        Options.requireAtLeast("--camera-episodes", cameraEpisodes, 1);
        steps.count();
        Options.requireAtLeast("--accesses", accesses, 1);
        rounds.count();
    }

    @Override
    Figures measure(Path folder) throws Exception {
        BenchFields proprio = BenchFields.proprio();
        BenchFields cameras = proprio.withCameras(IMAGES, CAMERAS, ImageKind.GRADIENT);
        return new Figures()
                .put("bench", "recordings")
                .put("rounds", rounds.count())
                .put("proprio", measure("proprio", folder.resolve("proprio"), proprio, episodes.count()))
                .put("lerobot", measureLeRobot(folder.resolve("proprio"), folder.resolve("lerobot")))
                .put("cameras", measure("cameras", folder.resolve("cameras"), cameras, cameraEpisodes));
    }

    private Figures measure(String name, Path folder, BenchFields fields, int count) throws Exception {
        record(folder, fields, count);
        RecordingsReads reads = new RecordingsReads(folder, accesses);
        double expected = reads.actionsSum();
        RoundSamples ours = new RoundSamples();
        RoundSamples peers = new RoundSamples();
        for (int round = 0; round < rounds.count(); round++) {
            PeerFigures peer =
                    PeerProcess.python("read_recordings_h5py.py", folder, "--accesses", accesses, "--seed", round);
            requireSame(expected, peer.number("actions_sum"));
            reads.measure(round, ours);
            peers.add(peer, ours.each().keySet());
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        Figures all = new Figures();
        for (String key : ours.each().keySet()) {
            Figures row = new Figures()
                    .put("ours", ours.median(key), 1, "ours", 1)
                    .put("h5py", peers.median(key), 1, "h5py", 1)
                    .put("times", ours.median(key) / peers.median(key), 2, "times", 2);
            rows.put("  " + key, row);
            all.put(key, row);
        }
        say(Figures.table(name, rows));
        return all;
    }

    /** Equally long episodes, one after the other. */
    private void record(Path folder, BenchFields fields, int count) {
        FieldSchema schema = fields.schema();
        int envs = Math.min(ENVS, count);
        BenchSignal signal = new BenchSignal(schema, envs, steps.count(), fields.imageKind());
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, envs), schema)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .continuous()
                .open()) {
            for (int done = 0; done < count; done += envs) {
                recorder.envs().forEach(EnvRecorder::begin);
                for (int step = 0; step < steps.count(); step++) {
                    signal.load(done / envs * (long) steps.count() + step);
                    signal.publish(recorder);
                }
                recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
            }
        }
    }

    /** The same episodes as LeRobot has them, read in their place by the reading API and scanned by DuckDB alone. */
    private Figures measureLeRobot(Path recorded, Path exported) throws Exception {
        LeRobotOptions options = new LeRobotOptions(
                        exported,
                        "bench/recordings",
                        Optional.empty(),
                        LeRobotOptions.Images.PNG,
                        RewardPolicy.RECORDED)
                .withFields(LeRobotOptions.Fields.ALL);
        new LeRobotExporter(options)
                .export(ChosenEpisodes.of(List.of(recorded), EpisodeChoice.all()), ExportProgress.NONE);
        RecordingsReads reads = new RecordingsReads(options.target(), accesses);
        RoundSamples samples = new RoundSamples();
        for (int round = 0; round < rounds.count(); round++) {
            double duckDbSeconds = duckDbScanSeconds(options.target());
            double megabytes = reads.inPlace(round, samples);
            samples.add("duckdb_scan_mb_per_s", megabytes / duckDbSeconds);
        }
        Figures row = new Figures();
        for (String key : List.of("open_s", "scan_mb_per_s", "duckdb_scan_mb_per_s", "random_row_per_s")) {
            row.put(key, samples.median(key), 2, key, 2);
        }
        say(Figures.table("lerobot in its place", Map.of("  ", row)));
        return row;
    }

    /** Seconds in which DuckDB, with one thread, reads all columns of all rows and adds up their numbers. */
    private static double duckDbScanSeconds(Path dataset) throws SQLException {
        String tables = "read_parquet('" + dataset.resolve("data/*/*.parquet") + "', hive_partitioning = false)";
        long start = System.nanoTime();
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
            List<String> sums = new ArrayList<>();
            try (ResultSet columns = statement.executeQuery("DESCRIBE SELECT * FROM " + tables)) {
                while (columns.next()) {
                    int levels = columns.getString(2).split("\\[", -1).length - 1;
                    String flat = "flatten(".repeat(Math.max(0, levels - 1))
                            + '"'
                            + columns.getString(1)
                            + '"'
                            + ")".repeat(Math.max(0, levels - 1));
                    String number = levels > 0 ? "list_sum(" + flat + ")" : flat;
                    sums.add("sum(CAST(" + number + " AS DOUBLE))");
                }
            }
            try (ResultSet row = statement.executeQuery("SELECT " + String.join(", ", sums) + " FROM " + tables)) {
                row.next();
            }
        }
        return (System.nanoTime() - start) / 1e9;
    }

    private static void requireSame(double expected, double found) throws IOException {
        if (Math.abs(expected - found) > 1e-9 * Math.max(1, Math.abs(expected))) {
            throw new IOException("h5py read actions that sum up to " + found + ", the reading API " + expected);
        }
    }
}
