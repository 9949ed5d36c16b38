package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.CameraVideos.Span;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Writer of the frames, episode rows and videos of a part of a dataset, or of all of it, which then reads them back.
 * Needs memory for some 32 MB of rows, in Java and in DuckDB, and room on the disk for the tables and for a file of
 * each camera twice. For one part and one thread.
 */
final class PartWriter {
    private final LeRobotPlan plan;
    private final Part part;
    private final Workplace place;
    private final ExportProgress progress;
    private final ArrayDigests written = new ArrayDigests();
    private final DatasetStatistics statistics;

    PartWriter(LeRobotPlan plan, Part part, Workplace place, ExportProgress progress) {
        this.plan = plan;
        this.part = part;
        this.place = place;
        this.progress = progress;
        this.statistics = new DatasetStatistics(plan.measured());
    }

    /**
     * Writes them.
     *
     * @param source of the part's episodes
     * @param reward where rewards come from
     * @throws IOException when that fails, or other episodes are there than were planned
     */
    void write(EpisodeSource source, RewardPolicy reward) throws IOException {
        progress.phase("writing", part.steps());
        try (DataTable frames = new DataTable(place, plan.columns(), part);
                EpisodesTable rows = new EpisodesTable(place, plan, part)) {
            List<CameraVideos> videos = new ArrayList<>();
            for (LeRobotCamera camera : plan.cameras()) {
                videos.add(new CameraVideos(camera, place, part.videoBytes()));
            }
            LeRobotRows.each(source, plan, part, reward, episode -> write(episode, frames, videos, rows));
            for (CameraVideos of : videos) {
                of.finish();
            }
            frames.finish();
            rows.finish();
        }
    }

    private void write(LeRobotRows episode, DataTable frames, List<CameraVideos> videos, EpisodesTable rows)
            throws IOException {
        DatasetStatistics own = new DatasetStatistics(plan.measured());
        FilePlace file = frames.add(episode, (column, block, from, count) -> {
            written.add(column.key(), block);
            if (column.isPicture()) {
                addPictures(own.of(column.key()), column, block, from, count, episode.steps());
            }
        });
        List<Span> spans = new ArrayList<>();
        for (int i = 0; i < videos.size(); i++) {
            LeRobotCamera camera = plan.cameras().get(i);
            spans.add(videos.get(i).add(episode, own.of(camera.key())));
        }
        for (Column column : plan.columns()) {
            if (column.feature().isMeasured() && !column.isPicture()) {
                own.of(column.key()).addRows(column, episode);
            }
        }
        statistics.add(own);
        rows.add(episode, file, spans, own);
        progress.advanced(episode.steps());
    }

    private static void addPictures(
            FeatureStatistics statistics, Column column, byte[] block, int from, int count, int steps) {
        for (int i = 0; i < count; i++) {
            statistics.addFrame(from + i, steps, block, i * column.rowBytes());
        }
    }

    /**
     * Reads back what was written.
     *
     * @return number of columns that are the same, bit for bit
     * @throws IOException when something reads back differently
     */
    int check() throws IOException {
        progress.phase("checking", part.steps());
        LeRobotReadBack readBack = new LeRobotReadBack(place, plan);
        written.requireEqual(readBack.columns(progress));
        readBack.checkEpisodes(part);
        return written.size();
    }

    /** Of all that was written. */
    DatasetStatistics statistics() {
        return statistics;
    }
}
