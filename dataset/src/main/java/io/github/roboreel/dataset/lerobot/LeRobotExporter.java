package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.Exporter;
import io.github.roboreel.dataset.JoinedSource;
import io.github.roboreel.dataset.StagedTarget;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

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
        LeRobotPlan plan = LeRobotPlan.of(options, new LeRobotSurvey(source));
        try (StagedTarget staged = StagedTarget.of(options.target())) {
            Path scratch = staged.work().resolve(".parts");
            Files.createDirectories(scratch);
            int compared;
            try (DuckDb database = DuckDb.open(scratch.resolve("overflow"))) {
                compared = new Work(source, plan, progress, database, staged.work(), scratch).run();
            }
            delete(scratch);
            staged.finish();
            return new ExportSummary(options.target(), plan.episodes(), plan.steps(), compared, plan.notes());
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path path : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** One export: writes all files of the dataset, and reads them back. */
    private final class Work {
        private final EpisodeSource source;
        private final LeRobotPlan plan;
        private final ExportProgress progress;
        private final DuckDb database;
        private final Path dataset;
        private final Path scratch;
        private final ArrayDigests written = new ArrayDigests();
        private final DatasetStatistics statistics = new DatasetStatistics();

        Work(
                EpisodeSource source,
                LeRobotPlan plan,
                ExportProgress progress,
                DuckDb database,
                Path dataset,
                Path scratch) {
            this.source = source;
            this.plan = plan;
            this.progress = progress;
            this.database = database;
            this.dataset = dataset;
            this.scratch = scratch;
        }

        /**
         * Does it.
         *
         * @return number of columns that are the same, bit for bit
         * @throws IOException when writing fails, or something reads back differently
         */
        int run() throws IOException {
            writeEpisodes();
            MetaFiles meta = new MetaFiles(dataset, plan);
            meta.writeInfo(options);
            meta.writeTasks(database, scratch);
            meta.writeCard(options);
            check();
            meta.writeStatistics(statistics);
            return written.size();
        }

        private void writeEpisodes() throws IOException {
            progress.phase("writing", plan.steps());
            try (DataTable frames = new DataTable(database, dataset, scratch, plan.columns(), fileBytes);
                    EpisodesTable rows = new EpisodesTable(database, dataset, scratch, plan, fileBytes)) {
                EpisodeRows.each(source, plan, options.reward(), episode -> write(episode, frames, rows));
                frames.finish();
                rows.finish();
            }
        }

        private void write(EpisodeRows episode, DataTable frames, EpisodesTable rows) throws IOException {
            DatasetStatistics.OfEpisode own = new DatasetStatistics.OfEpisode();
            FilePlace place = frames.add(episode, (column, block, from, count) -> {
                written.add(column.key(), block);
                if (column.isPicture()) {
                    own.pictures(column, block, from, count, episode.steps());
                }
            });
            for (Camera camera : plan.cameras()) {
                own.add(camera.key(), camera.write(dataset, episode));
            }
            own.vectors(plan.columns(), episode);
            statistics.add(own);
            rows.add(episode, place, own);
            progress.advanced(episode.steps());
        }

        private void check() throws IOException {
            progress.phase("checking", plan.steps());
            statistics.beginQuantiles(plan.columns());
            ReadBack readBack = new ReadBack(database, dataset, plan);
            written.requireEqual(readBack.columns(progress, statistics::addQuantiles));
            readBack.checkEpisodes();
            readBack.checkTasks();
        }
    }
}
