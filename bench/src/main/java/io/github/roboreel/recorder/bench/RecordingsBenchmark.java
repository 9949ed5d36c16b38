package io.github.roboreel.recorder.bench;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;
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

/** {@code bench recordings}: the reading API beside h5py. */
@Command(
        name = "recordings",
        description = "Reads random rows and steps, and everything in order, from our files: by the reading API"
                + " and by bench/peers/read_recordings_h5py.py, alternately; then the same episodes as a LeRobot"
                + " dataset, in its place and by a scan of DuckDB's alone.")
final class RecordingsBenchmark extends Scenario {
    private static final int ENVS = 50;

    @Param
    private int episodes = 1000;

    @Param("Episodes with two cameras of 160x120")
    private int cameraEpisodes = 50;

    @Param
    private int steps = 200;

    @Param
    private int accesses = 2000;

    @Param
    private int rounds = 3;

    @Override
    void measure(Path folder) throws Exception {
        BenchFields proprio = BenchFields.proprio();
        BenchFields cameras = proprio.withCameras(new FrameSize(160, 120), 2, ImageKind.GRADIENT);
        compare("proprio", folder, proprio, episodes);
        compareLeRobot(folder.resolve("proprio"), folder.resolve("lerobot"));
        compare("cameras", folder, cameras, cameraEpisodes);
    }

    private void compare(String name, Path parent, BenchFields fields, int count) throws Exception {
        Path folder = parent.resolve(name);
        record(folder, fields, count);
        RecordingsReads reads = new RecordingsReads(folder, accesses);
        double expected = reads.actionsSum();
        Rounds ours = new Rounds();
        Rounds peers = new Rounds();
        for (int round = 0; round < rounds; round++) {
            Child.Printed peer = Child.python(
                            "read_recordings_h5py.py", folder, "--accesses", accesses, "--seed", round)
                    .printed();
            requireSame(expected, peer.number("actions_sum"));
            reads.measure(round, ours);
            peers.add(peer, ours.each().keySet());
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        for (String key : ours.each().keySet()) {
            double own = ours.median(key);
            rows.put(
                    key,
                    new Figures()
                            .put("ours", own)
                            .put("h5py", peers.median(key))
                            .put("times", own / peers.median(key)));
        }
        say(name, rows);
        figures.put(name, rows);
    }

    /** Equally long episodes, one after the other. */
    private void record(Path folder, BenchFields fields, int count) {
        RecordSpec spec = RecordSpec.of(Math.min(ENVS, count), steps, fields);
        BenchSignal signal = spec.signal();
        try (EpisodeRecorder recorder = spec.builder(folder).continuous().open()) {
            long step = 0;
            for (int done = 0; done < count; done += spec.numEnvs()) {
                recorder.envs().forEach(EnvRecorder::begin);
                for (long end = step + steps; step < end; step++) {
                    signal.load(step);
                    signal.publish(recorder);
                }
                RecordSpec.end(recorder);
            }
        }
    }

    /** The same episodes as LeRobot has them, read in their place by the reading API and scanned by DuckDB alone. */
    private void compareLeRobot(Path recorded, Path exported) throws Exception {
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
        Rounds samples = new Rounds();
        for (int round = 0; round < rounds; round++) {
            double duckDbSeconds = duckDbScanSeconds(options.target());
            double megabytes = reads.inPlace(round, samples);
            samples.add("duckdb_scan_mb_per_s", megabytes / duckDbSeconds);
        }
        figures.put("lerobot", samples.medians());
        say("lerobot in its place", Map.of("", samples.medians()));
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
                    int inner = Math.max(0, levels - 1);
                    String flat = "flatten(".repeat(inner) + '"' + columns.getString(1) + '"' + ")".repeat(inner);
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
