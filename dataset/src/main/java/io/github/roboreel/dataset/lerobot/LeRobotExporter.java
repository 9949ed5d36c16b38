package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.tools.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/**
 * Makes a LeRobot dataset, version 3.0: a row per action, with what was observed before it. Needs memory for some 32 MB
 * of rows, in Java and in DuckDB, and room on the disk for the tables twice. For one thread.
 */
public final class LeRobotExporter implements Exporter {
    /** When a file of a table is full, MB of 2^20 bytes. */
    static final int FILE_MEGABYTES = 100;

    private final LeRobotOptions options;
    private final long fileBytes;

    /** With those options. */
    public LeRobotExporter(LeRobotOptions options) {
        this(options, (long) FILE_MEGABYTES << 20);
    }

    LeRobotExporter(LeRobotOptions options, long fileBytes) {
        this.options = options;
        this.fileBytes = fileBytes;
    }

    @Override
    public ExportSummary export(EpisodeSource recorded, ExportProgress progress) throws IOException {
        EpisodeSource source = new JoinedSource(recorded);
        if (Files.exists(options.target())) {
            throw new ExportRefusedException(
                    options.target() + " exists already and is left as it is; choose another name");
        }
        LeRobotPlan plan = new LeRobotPlanner(options).plan(source);
        try (StagedTarget staged = StagedTarget.of(options.target())) {
            Path scratch = staged.work().resolve(".parts");
            Files.createDirectories(scratch);
            EpisodeSequence episodes = new EpisodeSequence(source, plan, options.reward());
            int compared = write(episodes, progress, staged.work(), scratch);
            delete(scratch);
            staged.finish();
            return new ExportSummary(options.target(), plan.episodes(), plan.steps(), compared, plan.notes());
        }
    }

    private int write(EpisodeSequence episodes, ExportProgress progress, Path dataset, Path scratch)
            throws IOException {
        try (DuckDBConnection database = DuckDb.open(scratch.resolve("overflow"))) {
            LeRobotWriter writer =
                    new LeRobotWriter(options, episodes, progress, database, dataset, scratch, fileBytes);
            writer.write();
            return writer.check();
        } catch (SQLException e) {
            throw DuckDb.failed("start", e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
