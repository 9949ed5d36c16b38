package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.duckdb.DuckDBConnection;

/** Writes all files of a dataset, and reads them back. */
final class LeRobotWriter {
    private final LeRobotOptions options;
    private final LeRobotPlan plan;
    private final EpisodeSequence episodes;
    private final ExportProgress progress;
    private final Path dataset;
    private final Path scratch;
    private final long fileBytes;
    private final DuckDBConnection database;
    private final VideoFolder videos;
    private final ArrayDigests written = new ArrayDigests();
    private final DatasetStatistics statistics = new DatasetStatistics();

    LeRobotWriter(
            LeRobotOptions options,
            EpisodeSequence episodes,
            ExportProgress progress,
            DuckDBConnection database,
            Path dataset,
            Path scratch,
            long fileBytes) {
        this.options = options;
        this.plan = episodes.plan();
        this.episodes = episodes;
        this.progress = progress;
        this.database = database;
        this.dataset = dataset;
        this.scratch = scratch;
        this.fileBytes = fileBytes;
        this.videos = new VideoFolder(dataset, plan.fps());
    }

    void write() throws IOException {
        writeEpisodes();
        writeQuantiles();
        MetaFiles meta = new MetaFiles(dataset, plan);
        meta.writeInfo(options);
        meta.writeStatistics(statistics);
        meta.writeTasks(database, scratch);
        meta.writeCard(options);
    }

    private void writeEpisodes() throws IOException {
        progress.phase("writing", plan.steps());
        try (DataTable frames = new DataTable(database, dataset, scratch, plan.columns(), fileBytes);
                EpisodesTable rows = new EpisodesTable(database, dataset, scratch, plan, fileBytes)) {
            episodes.each(episode -> write(episode, frames, rows));
            frames.finish();
            rows.finish();
        }
    }

    private void write(EpisodeRows episode, DataTable frames, EpisodesTable rows) throws IOException {
        EpisodeStatistics own = new EpisodeStatistics();
        FilePlace place = frames.add(episode, (column, block, from, count) -> {
            written.add(column.key(), block);
            if (column.isPicture()) {
                own.pictures(column, block, from, count, episode.steps());
            }
        });
        for (Camera camera : plan.cameras()) {
            own.add(camera.key(), videos.write(camera, episode));
        }
        own.vectors(plan.columns(), episode);
        own.addTo(statistics);
        rows.add(episode, place, own);
        progress.advanced(episode.steps());
    }

    private void writeQuantiles() throws IOException {
        progress.phase("statistics", plan.steps());
        List<Column> columns = plan.columns();
        statistics.beginQuantiles(columns);
        episodes.each(episode -> {
            statistics.addQuantiles(columns, episode);
            progress.advanced(episode.steps());
        });
    }

    /**
     * Reads everything back.
     *
     * @return number of columns that are the same, bit for bit
     * @throws IOException when something differs
     */
    int check() throws IOException {
        progress.phase("checking", plan.steps());
        ReadBack readBack = new ReadBack(database, dataset, plan);
        written.requireEqual(readBack.columns(progress));
        readBack.checkEpisodes(videos);
        readBack.checkTasks();
        return written.size();
    }
}
