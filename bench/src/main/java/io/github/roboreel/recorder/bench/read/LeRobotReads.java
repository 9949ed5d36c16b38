package io.github.roboreel.recorder.bench.read;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotExporter;
import io.github.roboreel.dataset.lerobot.LeRobotOptions;
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
import java.util.List;
import java.util.Optional;

/** A folder's episodes as a LeRobot dataset, read in its place by the reading API and scanned by DuckDB alone. */
final class LeRobotReads {
    private final Path dataset;

    private LeRobotReads(Path dataset) {
        this.dataset = dataset;
    }

    /** Exports a folder. */
    static LeRobotReads of(Path folder, Path dataset) throws IOException {
        LeRobotOptions options = new LeRobotOptions(
                dataset, "bench/recordings", Optional.empty(), LeRobotOptions.Images.PNG, RewardPolicy.RECORDED);
        new LeRobotExporter(options)
                .export(ChosenEpisodes.of(List.of(folder), EpisodeChoice.all()), ExportProgress.NONE);
        return new LeRobotReads(options.target());
    }

    Path dataset() {
        return dataset;
    }

    /** Seconds in which DuckDB, with one thread, reads all columns of all rows and adds up their numbers. */
    double duckDbScanSeconds() throws SQLException {
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
}
