package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.lerobot.LeRobotPlace.VideoPlace;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds the episodes of a dataset by their numbers. Version 3.0 has rows of tables, of which those near the one asked
 * for are read; version 2.1 has a line of JSON, a table, and a video per camera each. For one thread.
 */
final class EpisodeIndex {
    private static final String FOLDER = "meta/episodes";
    private static final String LINES = "meta/episodes.jsonl";
    private static final String TASKS = "tasks";
    private static final String NUMBER = "episode_index";
    private static final String CHUNK = "episode_chunk";
    private static final String LENGTH = "length";
    private static final String FROM = "dataset_from_index";
    private static final String TO = "dataset_to_index";
    private static final Set<String> STRUCTURE = Set.of(NUMBER, TASKS, LENGTH, FROM, TO);
    private static final int ROWS_READ = 256;

    /** Episodes of a table, from the first on. */
    private record Part(Path file, long firstEpisode) {}

    /** What is said of an episode: where it is, and anything else. */
    private record Said(Map<String, Object> structure, Map<String, Object> facts) {
        static Said of(Map<String, Object> row) {
            Said said = new Said(new HashMap<>(), new LinkedHashMap<>());
            row.forEach((column, value) -> {
                boolean isStructure = STRUCTURE.contains(column)
                        || Stream.of("data/", "videos/", "meta/").anyMatch(column::startsWith);
                if (value != null) {
                    (isStructure ? said.structure : said.facts).put(column, value);
                }
            });
            return said;
        }
    }

    private final DatasetFiles files;
    private final LeRobotInfo info;
    private final TableReader tables;
    private final List<Part> parts = new ArrayList<>();
    private final int episodes;

    /** Rows of the episodes that were asked for last; all of version 2.1. */
    private List<Said> rows = new ArrayList<>();

    private int firstOfRows;

    EpisodeIndex(DatasetFiles files, LeRobotInfo info, TableReader tables) throws IOException {
        this.files = files;
        this.info = info;
        this.tables = tables;
        if (info.layout().isOld()) {
            readLines();
            episodes = rows.size();
            return;
        }
        long count = 0;
        for (Path file : files.tables(FOLDER)) {
            parts.add(new Part(file, count));
            count += tables.rows(file);
            if (count < 0 || count > Integer.MAX_VALUE) {
                throw new ExportRefusedException(
                        "%s has more episodes than %s; split the dataset", FOLDER, Integer.MAX_VALUE);
            }
        }
        episodes = (int) count;
    }

    private void readLines() throws IOException {
        long first = 0;
        for (JsonNode line : files.jsonLines(LINES)) {
            JsonNode length = line.path(LENGTH);
            boolean isHere = line.path(NUMBER).asLong(-1) == rows.size();
            if (!isHere || !length.isIntegralNumber() || !LeRobotPlace.canBeLength(length.asLong(-1))) {
                throw new ExportRefusedException(
                        "line %s of %s is not that of episode %s with its length; repair the dataset",
                        rows.size() + 1, LINES, rows.size());
            }
            List<String> tasks = new ArrayList<>();
            line.path(TASKS).forEach(text -> tasks.add(text.asText()));
            Map<String, Object> place = Map.of(
                    NUMBER,
                    (long) rows.size(),
                    CHUNK,
                    rows.size() / info.layout().chunkFiles(),
                    LENGTH,
                    length.longValue(),
                    FROM,
                    first,
                    TO,
                    first + length.longValue(),
                    TASKS,
                    tasks);
            first += length.longValue();
            rows.add(new Said(place, facts(line)));
        }
    }

    private static Map<String, Object> facts(JsonNode line) {
        Map<String, Object> facts = new LinkedHashMap<>();
        line.properties().forEach(entry -> {
            if (!entry.getValue().isNull() && !Set.of(NUMBER, TASKS, LENGTH).contains(entry.getKey())) {
                facts.put(entry.getKey(), FormatJson.attribute(entry.getValue()).orElseGet(entry.getValue()::toString));
            }
        });
        return facts;
    }

    /** Number of episodes. */
    int episodes() {
        return episodes;
    }

    /** Whether an episode is said to have several tasks. */
    boolean hasSeveralTasks() throws IOException {
        boolean[] found = {
            parts.isEmpty()
                    && rows.stream().anyMatch(row -> ((List<?>) row.structure().get(TASKS)).size() > 1)
        };
        for (Part part : parts) {
            if (tables.types(part.file()).getOrDefault(TASKS, "").equals("VARCHAR[]")) {
                String query =
                        "SELECT count(*) FROM " + TableReader.from(part.file()) + " WHERE len(" + TASKS + ") > 1";
                tables.each(part.file(), query, row -> found[0] |= row.getLong(1) > 0);
            }
        }
        return found[0];
    }

    /** Columns of the tables that are not read. */
    List<String> leftOut() throws IOException {
        List<String> columns = new ArrayList<>();
        for (Part part : parts) {
            columns.addAll(tables.leftOut(part.file()));
        }
        return columns;
    }

    /**
     * One of them.
     *
     * @throws ExportRefusedException when what is said of it cannot be, or names files outside of the dataset
     */
    LeRobotPlace place(int index) throws IOException {
        if (info.layout().isOld()) {
            return new Row(Path.of(LINES), index, rows.get(index)).place();
        }
        int last = parts.size() - 1;
        while (parts.get(last).firstEpisode() > index) {
            last--;
        }
        Part part = parts.get(last);
        return new Row(part.file(), index, row(part, index)).place();
    }

    private Said row(Part part, int index) throws IOException {
        if (index < firstOfRows || index >= firstOfRows + rows.size()) {
            long inPart = index - part.firstEpisode();
            long first = inPart / ROWS_READ * ROWS_READ;
            rows = rows(part, first);
            firstOfRows = Math.toIntExact(part.firstEpisode() + first);
            if (inPart >= first + rows.size()) {
                rows = rows(part, inPart);
                firstOfRows = index;
            }
        }
        return index - firstOfRows < rows.size() ? rows.get(index - firstOfRows) : Said.of(Map.of());
    }

    private List<Said> rows(Part part, long first) throws IOException {
        return tables.rows(part.file(), first, ROWS_READ).stream().map(Said::of).toList();
    }

    /** What a table or line says of an episode. */
    private final class Row {
        private final boolean isOld = info.layout().isOld();
        private final Path file;
        private final int index;
        private final Map<String, Object> values;
        private final Map<String, Object> facts;

        Row(Path file, int index, Said said) {
            this.file = file;
            this.index = index;
            this.values = said.structure();
            this.facts = said.facts();
        }

        LeRobotPlace place() throws IOException {
            long length = number(LENGTH);
            long from = number(FROM);
            boolean isRight =
                    number(NUMBER) == index && LeRobotPlace.canBeLength(length) && number(TO) - from == length;
            if (!isRight) {
                throw refused("has another number, length or range than the episode there");
            }
            Path data = files.file(info.layout().data().with(place("data/")));
            List<String> tasks = values.get(TASKS) instanceof List<?> texts
                    ? texts.stream().map(String::valueOf).toList()
                    : List.of();
            return new LeRobotPlace(index, new LeRobotPlace.Rows(data, from, length, isOld), videos(), tasks, facts);
        }

        private long number(String column) {
            if (values.get(column) instanceof Long number && number >= 0) {
                return number;
            }
            throw refused("has no whole number from 0 in column '" + column + "'");
        }

        private ExportRefusedException refused(String why) {
            return new ExportRefusedException("%s: row of episode %s %s; repair the dataset", file, index, why);
        }

        /** Values for the name of a file. */
        private Map<String, Object> place(String prefix) {
            return new HashMap<>(
                    isOld
                            ? Map.of(NUMBER, values.get(NUMBER), CHUNK, values.get(CHUNK))
                            : Map.of(
                                    "chunk_index", number(prefix + "chunk_index"),
                                    "file_index", number(prefix + "file_index")));
        }

        private Map<String, VideoPlace> videos() throws IOException {
            Map<String, VideoPlace> videos = new HashMap<>();
            for (LeRobotFeature feature : info.features().values()) {
                if (feature.isVideo()) {
                    String prefix = "videos/" + feature.key() + "/";
                    Map<String, Object> place = place(prefix);
                    place.put("video_key", feature.key());
                    double start = isOld ? 0 : start(prefix + "from_timestamp");
                    Path video = files.file(info.layout().video().with(place));
                    videos.put(feature.key(), new VideoPlace(video, Math.round(start * info.fps()), start));
                }
            }
            return videos;
        }

        private double start(String column) {
            double seconds = values.get(column) instanceof Double number ? number : -1;
            double frame = seconds * info.fps();
            if (!(frame >= 0 && frame < Integer.MAX_VALUE)) {
                throw refused("has no time from 0 in column '" + column + "'");
            }
            return seconds;
        }
    }
}
