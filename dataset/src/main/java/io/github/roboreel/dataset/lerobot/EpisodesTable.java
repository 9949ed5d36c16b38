package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.tools.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** A row per episode: where its frames are, their statistics, and what is known of it. */
final class EpisodesTable implements AutoCloseable {
    private static final int PART_EPISODES = 256;
    private static final long PART_BYTES = 32 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path folder;
    private final LeRobotPlan plan;
    private final ParquetParts parts;
    private final long fileBytes;
    private final int partEpisodes;
    private FilePlace place = new FilePlace(0);
    private int firstPart;
    private int held;
    private long heldConfigs;

    /**
     * Of no episodes yet.
     *
     * @param fileBytes when a file is full
     */
    EpisodesTable(DuckDBConnection database, Path dataset, Path scratch, LeRobotPlan plan, long fileBytes)
            throws IOException {
        this.fileBytes = fileBytes;
        this.partEpisodes = partEpisodes(plan);
        this.folder = dataset.resolve("meta").resolve("episodes");
        this.plan = plan;
        this.parts = new ParquetParts(database, scratch, "episodes", columns(plan));
    }

    /** Long vectors have long statistics. */
    private static int partEpisodes(LeRobotPlan plan) {
        long values = 0;
        for (Feature feature : plan.features()) {
            long elements = feature.statisticsShape().stream().reduce(1L, Math::multiplyExact);
            values += elements * Statistics.names().size();
        }
        return (int) Math.min(Math.max(PART_BYTES / (Double.BYTES * values), 1), PART_EPISODES);
    }

    /** What a row has, in order. */
    static List<TableColumn> columns(LeRobotPlan plan) {
        List<TableColumn> columns = new ArrayList<>();
        columns.add(TableColumn.scalar("episode_index", "BIGINT"));
        columns.add(TableColumn.textList("tasks"));
        columns.add(TableColumn.scalar("length", "BIGINT"));
        columns.add(TableColumn.scalar("data/chunk_index", "BIGINT"));
        columns.add(TableColumn.scalar("data/file_index", "BIGINT"));
        columns.add(TableColumn.scalar("dataset_from_index", "BIGINT"));
        columns.add(TableColumn.scalar("dataset_to_index", "BIGINT"));
        for (Camera camera : plan.cameras()) {
            String prefix = "videos/" + camera.key() + "/";
            columns.add(TableColumn.scalar(prefix + "chunk_index", "BIGINT"));
            columns.add(TableColumn.scalar(prefix + "file_index", "BIGINT"));
            columns.add(TableColumn.scalar(prefix + "from_timestamp", "DOUBLE"));
            columns.add(TableColumn.scalar(prefix + "to_timestamp", "DOUBLE"));
        }
        for (Feature feature : plan.features()) {
            String prefix = "stats/" + feature.key() + "/";
            for (String name : Statistics.names()) {
                columns.add(TableColumn.lists(prefix + name, "DOUBLE", feature.statisticsShape()));
            }
            columns.add(TableColumn.lists(prefix + "count", "BIGINT", List.of(1L)));
        }
        columns.add(TableColumn.scalar("meta/episodes/chunk_index", "BIGINT"));
        columns.add(TableColumn.scalar("meta/episodes/file_index", "BIGINT"));
        columns.add(TableColumn.scalar("success", "BOOLEAN"));
        columns.add(TableColumn.scalar("score", "DOUBLE"));
        columns.add(TableColumn.scalar("seed", "BIGINT"));
        for (String text : List.of("ending", "env_name", "policy", "source_file", "source_demo")) {
            columns.add(TableColumn.scalar(text, "VARCHAR"));
        }
        columns.add(TableColumn.scalar("attributes", "VARCHAR"));
        columns.add(TableColumn.scalar("environment_config", "VARCHAR"));
        for (String metric : plan.metrics()) {
            columns.add(TableColumn.scalar("metric." + metric, "DOUBLE"));
        }
        return columns;
    }

    /** Adds an episode whose frames are in that file. */
    void add(EpisodeRows episode, FilePlace data, EpisodeStatistics statistics) throws IOException {
        DuckDBAppender row = parts.rows();
        try {
            row.beginRow();
            appendPlaces(row, episode, data);
            appendStatistics(row, statistics);
            row.append((long) place.chunk()).append((long) place.file());
            appendFacts(row, episode.facts());
            row.endRow();
        } catch (SQLException e) {
            throw DuckDb.failed("take the facts of " + episode.facts().where(), e);
        }
        if (++held == partEpisodes || heldConfigs > PART_BYTES) {
            endPart();
        }
    }

    private void appendPlaces(DuckDBAppender row, EpisodeRows episode, FilePlace data) throws SQLException {
        row.append((long) episode.index());
        row.append(plan.tasks().get(episode.task()));
        row.append((long) episode.steps());
        row.append((long) data.chunk()).append((long) data.file());
        row.append(episode.firstRow()).append(episode.firstRow() + episode.steps());
        FilePlace video = new FilePlace(episode.index());
        for (int camera = 0; camera < plan.cameras().size(); camera++) {
            row.append((long) video.chunk()).append((long) video.file());
            row.append(0.0).append((double) episode.steps() / plan.fps());
        }
    }

    private void appendStatistics(DuckDBAppender row, EpisodeStatistics statistics) throws SQLException {
        for (Feature feature : plan.features()) {
            Statistics of = statistics.of(feature.key());
            for (double[] values : of.values().values()) {
                row.append(values);
            }
            row.append(new long[] {of.count()});
        }
    }

    private void appendFacts(DuckDBAppender row, EpisodeFacts facts) throws SQLException, IOException {
        row.append(facts.success().orElse(null));
        row.append(facts.score().isPresent() ? (Double) facts.score().getAsDouble() : null);
        row.append(facts.seed().isPresent() ? (Long) facts.seed().getAsLong() : null);
        row.append(facts.ending().name().toLowerCase(Locale.ROOT));
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
        parts.endPart();
        held = 0;
        heldConfigs = 0;
        if (parts.bytes() > fileBytes) {
            endFile();
            place = place.next();
        }
    }

    private void endFile() throws IOException {
        Path file = place.in(folder, ".parquet");
        parts.putTogether(file, firstPart, parts.count(), Map.of());
        firstPart = parts.count();
    }

    /** Writes the last file. */
    void finish() throws IOException {
        parts.endPart();
        if (firstPart < parts.count()) {
            endFile();
        }
    }

    @Override
    public void close() throws IOException {
        parts.close();
    }
}
