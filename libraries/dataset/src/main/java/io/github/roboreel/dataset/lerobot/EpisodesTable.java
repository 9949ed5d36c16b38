package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.lerobot.CameraVideos.Span;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.TableColumn;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import io.github.roboreel.format.fault.IoFunction;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A row per episode: where its frames are, their statistics, and what is known of it. */
final class EpisodesTable implements AutoCloseable {
    private static final int PART_EPISODES = 256;
    private static final long PART_BYTES = 32 << 20;
    private static final ObjectMapper JSON = new ObjectMapper();

    /** An episode when its row is written. */
    private record Row(
            LeRobotRows episode, FilePlace data, FilePlace place, List<Span> videos, DatasetStatistics statistics) {
        EpisodeFacts facts() {
            return episode.facts();
        }
    }

    /** Columns that follow each other. */
    private record Group(List<TableColumn> columns, IoFunction<Row, List<?>> values) {
        static Group of(String prefix, String type, String names, IoFunction<Row, List<?>> values) {
            return new Group(
                    Stream.of(names.split(" "))
                            .map(name -> TableColumn.scalar(prefix + name, type))
                            .toList(),
                    values);
        }
    }

    private final List<Group> groups;
    private final ParquetFiles files;
    private final long fileBytes;
    private final int partEpisodes;
    private int held;
    private long heldConfigs;

    /**
     * Of no episodes yet.
     *
     * @param part first file, and when a file is full
     */
    EpisodesTable(Workplace place, LeRobotPlan plan, Part part) throws IOException {
        this.fileBytes = part.fileBytes();
        this.partEpisodes = partEpisodes(plan);
        this.groups = groups(plan);
        Path folder = place.dataset().resolve("meta").resolve("episodes");
        this.files = new ParquetFiles(place, folder, "episodes", new FilePlace(part.file()), columns(plan));
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
        return groups(plan).stream().flatMap(group -> group.columns.stream()).toList();
    }

    private static List<Group> groups(LeRobotPlan plan) {
        List<Group> groups = new ArrayList<>();
        groups.add(Group.of("", "BIGINT", "episode_index", row -> List.of((long) row.episode.index())));
        groups.add(new Group(List.of(TableColumn.texts("tasks")), row -> List.of(tasks(plan, row.episode))));
        groups.add(Group.of("", "BIGINT", "length", row -> List.of((long) row.episode.steps())));
        groups.add(Group.of("data/", "BIGINT", "chunk_index file_index", row -> place(row.data)));
        groups.add(Group.of("", "BIGINT", "dataset_from_index dataset_to_index", row -> {
            long first = row.episode.firstRow();
            return List.of(first, first + row.episode.steps());
        }));
        for (int i = 0; i < plan.cameras().size(); i++) {
            int camera = i;
            String prefix = "videos/" + plan.cameras().get(i).key() + "/";
            groups.add(Group.of(
                    prefix,
                    "BIGINT",
                    "chunk_index file_index",
                    row -> place(row.videos.get(camera).file())));
            groups.add(Group.of(prefix, "DOUBLE", "from_timestamp to_timestamp", row -> {
                long first = row.videos.get(camera).firstFrame();
                return List.of((double) first / plan.fps(), (double) (first + row.episode.steps()) / plan.fps());
            }));
        }
        plan.measured().forEach(feature -> groups.add(statistics(feature)));
        groups.add(Group.of("meta/episodes/", "BIGINT", "chunk_index file_index", row -> place(row.place)));
        groups.add(Group.of("", "BOOLEAN", "success", row -> List.of(row.facts().success())));
        groups.add(Group.of("", "DOUBLE", "score", row -> List.of(row.facts().score())));
        groups.add(Group.of("", "BIGINT", "seed", row -> List.of(row.facts().seed())));
        groups.add(Group.of(
                "",
                "VARCHAR",
                "ending env_name policy source_file source_demo attributes environment_config",
                row -> texts(row.facts())));
        groups.add(new Group(
                plan.metrics().stream()
                        .map(metric -> TableColumn.scalar("metric." + metric, "DOUBLE"))
                        .toList(),
                row -> plan.metrics().stream()
                        .map(metric -> Optional.ofNullable(row.facts().metrics().get(metric)))
                        .toList()));
        return groups;
    }

    private static String tasks(LeRobotPlan plan, LeRobotRows episode) throws IOException {
        return JSON.writeValueAsString(Arrays.stream(episode.tasks())
                .distinct()
                .mapToObj(plan.tasks()::get)
                .toList());
    }

    private static List<Long> place(FilePlace place) {
        return List.of((long) place.chunk(), (long) place.file());
    }

    private static Group statistics(LeRobotFeature feature) {
        String prefix = "stats/" + feature.key() + "/";
        List<TableColumn> columns = new ArrayList<>();
        for (String name : FeatureStatistics.names(feature)) {
            columns.add(TableColumn.lists(prefix + name, "DOUBLE", feature.statisticsShape()));
        }
        columns.add(TableColumn.lists(prefix + "count", "BIGINT", List.of(1L)));
        return new Group(columns, row -> {
            FeatureStatistics of = row.statistics.of(feature.key());
            List<Object> values = new ArrayList<>(of.values().values());
            values.add(new long[] {of.frames()});
            return values;
        });
    }

    /** The file with its folder, but not where that is on this machine. */
    private static List<?> texts(EpisodeFacts facts) throws IOException {
        Path file = facts.file().toAbsolutePath();
        String config = facts.environmentConfig();
        return List.of(
                facts.ending().label(),
                facts.envName(),
                facts.policy(),
                file.getParent().getFileName() + "/" + file.getFileName(),
                facts.demo(),
                JSON.writeValueAsString(facts.attributes()),
                config.isEmpty() ? Optional.empty() : config);
    }

    /**
     * Adds an episode.
     *
     * @param data file of its frames
     * @param videos where the frames of each camera are
     */
    void add(LeRobotRows episode, FilePlace data, List<Span> videos, DatasetStatistics statistics) throws IOException {
        Row row = new Row(episode, data, files.place(), videos, statistics);
        List<Object> values = new ArrayList<>();
        for (Group group : groups) {
            values.addAll(group.values.apply(row));
        }
        try {
            files.rows().row(values.toArray());
        } catch (SQLException e) {
            throw DuckDb.failed("take the facts of " + episode.facts().where(), e);
        }
        heldConfigs += episode.facts().environmentConfig().length();
        if (++held == partEpisodes || heldConfigs > PART_BYTES) {
            endPart();
        }
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
