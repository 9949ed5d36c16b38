package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.CameraVideos.Span;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.duckdb.DuckDBAppender;

/** A row per episode: where its frames are, their statistics, and what is known of it. */
final class EpisodesTable implements AutoCloseable {
    private static final int PART_EPISODES = 256;
    private static final long PART_BYTES = 32 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final LeRobotPlan plan;
    private final ParquetFiles files;
    private final long fileBytes;
    private final int partEpisodes;
    private int held;
    private long heldConfigs;

    /**
     * Of no episodes yet.
     *
     * @param part whose episodes go into it
     */
    EpisodesTable(Workplace place, LeRobotPlan plan, Part part) throws IOException {
        this.fileBytes = part.fileBytes();
        this.partEpisodes = partEpisodes(plan);
        this.plan = plan;
        this.files = new ParquetFiles(
                place,
                place.dataset().resolve("meta").resolve("episodes"),
                "episodes",
                new FilePlace(part.file()),
                columns(plan));
    }

    /** Long vectors have long statistics. */
    private static int partEpisodes(LeRobotPlan plan) {
        long values = 0;
        for (LeRobotFeature feature : plan.measured()) {
            long elements = feature.statisticsShape().stream().reduce(1L, Math::multiplyExact);
            values += elements * FeatureStatistics.names(feature).size();
        }
        return (int) Math.min(Math.max(PART_BYTES / (Double.BYTES * values), 1), PART_EPISODES);
    }

    /** What a row has, in order. */
    static List<TableColumn> columns(LeRobotPlan plan) {
        List<TableColumn> columns = new ArrayList<>();
        columns.addAll(scalars("", "BIGINT", "episode_index"));
        columns.add(TableColumn.texts("tasks"));
        columns.addAll(scalars("", "BIGINT", "length", "data/chunk_index", "data/file_index"));
        columns.addAll(scalars("", "BIGINT", "dataset_from_index", "dataset_to_index"));
        for (LeRobotCamera camera : plan.cameras()) {
            String prefix = "videos/" + camera.key() + "/";
            columns.addAll(scalars(prefix, "BIGINT", "chunk_index", "file_index"));
            columns.addAll(scalars(prefix, "DOUBLE", "from_timestamp", "to_timestamp"));
        }
        for (LeRobotFeature feature : plan.measured()) {
            String prefix = "stats/" + feature.key() + "/";
            for (String name : FeatureStatistics.names(feature)) {
                columns.add(TableColumn.lists(prefix + name, "DOUBLE", feature.statisticsShape()));
            }
            columns.add(TableColumn.lists(prefix + "count", "BIGINT", List.of(1L)));
        }
        columns.addAll(scalars("meta/episodes/", "BIGINT", "chunk_index", "file_index"));
        columns.addAll(scalars("", "BOOLEAN", "success"));
        columns.addAll(scalars("", "DOUBLE", "score"));
        columns.addAll(scalars("", "BIGINT", "seed"));
        columns.addAll(scalars("", "VARCHAR", "ending", "env_name", "policy", "source_file", "source_demo"));
        columns.addAll(scalars("", "VARCHAR", "attributes", "environment_config"));
        columns.addAll(scalars("metric.", "DOUBLE", plan.metrics().toArray(String[]::new)));
        return columns;
    }

    private static List<TableColumn> scalars(String prefix, String type, String... names) {
        return Stream.of(names)
                .map(name -> TableColumn.scalar(prefix + name, type))
                .toList();
    }

    /**
     * Adds an episode.
     *
     * @param data the file of its rows
     * @param videos where each camera's frames are
     */
    void add(LeRobotRows episode, FilePlace data, List<Span> videos, DatasetStatistics statistics) throws IOException {
        DuckDBAppender row = files.rows();
        try {
            row.beginRow();
            appendPlaces(row, episode, data, videos);
            appendStatistics(row, statistics);
            append(row, files.place());
            appendFacts(row, episode.facts());
            row.endRow();
        } catch (SQLException e) {
            throw DuckDb.failed("take the facts of " + episode.facts().where(), e);
        }
        if (++held == partEpisodes || heldConfigs > PART_BYTES) {
            endPart();
        }
    }

    private void appendPlaces(DuckDBAppender row, LeRobotRows episode, FilePlace data, List<Span> videos)
            throws SQLException, IOException {
        row.append((long) episode.index());
        row.append(JSON.writeValueAsString(Arrays.stream(episode.tasks())
                .distinct()
                .mapToObj(plan.tasks()::get)
                .toList()));
        row.append((long) episode.steps());
        append(row, data);
        row.append(episode.firstRow()).append(episode.firstRow() + episode.steps());
        for (Span video : videos) {
            append(row, video.file());
            row.append((double) video.firstFrame() / plan.fps());
            row.append((double) (video.firstFrame() + episode.steps()) / plan.fps());
        }
    }

    private static void append(DuckDBAppender row, FilePlace place) throws SQLException {
        row.append((long) place.chunk()).append((long) place.file());
    }

    private void appendStatistics(DuckDBAppender row, DatasetStatistics statistics) throws SQLException {
        for (LeRobotFeature feature : plan.measured()) {
            FeatureStatistics of = statistics.of(feature.key());
            for (double[] values : of.values().values()) {
                row.append(values);
            }
            row.append(new long[] {of.frames()});
        }
    }

    private void appendFacts(DuckDBAppender row, EpisodeFacts facts) throws SQLException, IOException {
        row.append(facts.success().orElse(null));
        row.append(facts.score().isPresent() ? (Double) facts.score().getAsDouble() : null);
        row.append(facts.seed().isPresent() ? (Long) facts.seed().getAsLong() : null);
        row.append(facts.ending().label());
        row.append(facts.envName());
        row.append(facts.policy().orElse(null));
        row.append(sourceFile(facts.file()));
        row.append(facts.demo());
        row.append(JSON.writeValueAsString(facts.attributes()));
        String config = facts.environmentConfig();
        row.append(config.isEmpty() ? null : config);
        heldConfigs += config.length();
        for (String metric : plan.metrics()) {
            row.append(facts.metrics().get(metric));
        }
    }

    /** With its folder, but not where that is on this machine. */
    private static String sourceFile(Path file) {
        Path folder = file.toAbsolutePath().getParent();
        return folder.getFileName() + "/" + file.getFileName();
    }

    private void endPart() throws IOException {
        files.endGroup();
        held = 0;
        heldConfigs = 0;
        if (files.bytes() > fileBytes) {
            files.endFile(files.groups());
        }
    }

    /** Writes the last file. */
    void finish() throws IOException {
        files.finish();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
