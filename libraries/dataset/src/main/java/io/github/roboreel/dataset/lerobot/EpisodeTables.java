package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.lerobot.LeRobotPlace.VideoPlace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The episodes of version 3.0: rows of tables, of which the one asked for is read. */
final class EpisodeTables implements EpisodeIndex {
    private static final String FOLDER = "meta/episodes";
    private static final String TASKS = "tasks";
    private static final Set<String> STRUCTURE =
            Set.of("episode_index", TASKS, "length", "dataset_from_index", "dataset_to_index");

    private static final int ROWS_READ = 256;

    /** Episodes of a table, from the first on. */
    private record Part(Path file, long firstEpisode) {}

    private final DatasetFiles files;
    private final LeRobotInfo info;
    private final TableReader tables;
    private final List<Part> parts = new ArrayList<>();
    private final int episodes;

    /** Rows of the episodes that were asked for last. */
    private List<Map<String, Object>> rows = List.of();

    private int firstOfRows;

    EpisodeTables(DatasetFiles files, LeRobotInfo info, TableReader tables) throws IOException {
        this.files = files;
        this.info = info;
        this.tables = tables;
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

    @Override
    public int episodes() {
        return episodes;
    }

    @Override
    public boolean hasSeveralTasks() throws IOException {
        boolean[] found = {false};
        for (Part part : parts) {
            if (tables.types(part.file()).getOrDefault(TASKS, "").equals("VARCHAR[]")) {
                String query =
                        "SELECT count(*) FROM " + TableReader.from(part.file()) + " WHERE len(" + TASKS + ") > 1";
                tables.each(part.file(), query, row -> found[0] |= row.getLong(1) > 0);
            }
        }
        return found[0];
    }

    @Override
    public List<String> leftOut() throws IOException {
        List<String> columns = new ArrayList<>();
        for (Part part : parts) {
            columns.addAll(tables.leftOut(part.file()));
        }
        return columns;
    }

    @Override
    public LeRobotPlace place(int index) throws IOException {
        int last = parts.size() - 1;
        while (parts.get(last).firstEpisode() > index) {
            last--;
        }
        Part part = parts.get(last);
        return new Row(part.file(), index, row(part, index)).place();
    }

    private Map<String, Object> row(Part part, int index) throws IOException {
        if (index < firstOfRows || index >= firstOfRows + rows.size()) {
            long inPart = index - part.firstEpisode();
            long first = inPart / ROWS_READ * ROWS_READ;
            rows = tables.rows(part.file(), first, ROWS_READ);
            firstOfRows = Math.toIntExact(part.firstEpisode() + first);
            if (inPart >= first + rows.size()) {
                rows = tables.rows(part.file(), inPart, ROWS_READ);
                firstOfRows = index;
            }
        }
        return index - firstOfRows < rows.size() ? rows.get(index - firstOfRows) : Map.of();
    }

    /** What a table says of an episode. */
    private final class Row {
        private final Path file;
        private final int index;
        private final Map<String, Object> values;

        Row(Path file, int index, Map<String, Object> values) {
            this.file = file;
            this.index = index;
            this.values = values;
        }

        LeRobotPlace place() throws IOException {
            long length = number("length");
            long from = number("dataset_from_index");
            boolean isRight = number("episode_index") == index
                    && LeRobotPlace.canBeLength(length)
                    && number("dataset_to_index") - from == length;
            if (!isRight) {
                throw refused("has another number, length or range than the episode there");
            }
            return new LeRobotPlace(
                    index,
                    length,
                    from,
                    files.file(info.layout().data().with(place("data/"))),
                    "\"index\" >= " + from + " AND \"index\" < " + (from + length),
                    videos(),
                    tasks(),
                    facts());
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

        private Map<String, Object> place(String prefix) {
            Map<String, Object> place = new HashMap<>();
            place.put("chunk_index", number(prefix + "chunk_index"));
            place.put("file_index", number(prefix + "file_index"));
            return place;
        }

        private Map<String, VideoPlace> videos() throws IOException {
            Map<String, VideoPlace> videos = new HashMap<>();
            for (SourceFeature feature : info.features().values()) {
                if (feature.isVideo()) {
                    String prefix = "videos/" + feature.key() + "/";
                    Map<String, Object> place = place(prefix);
                    place.put("video_key", feature.key());
                    double start = start(prefix + "from_timestamp");
                    videos.put(
                            feature.key(),
                            new VideoPlace(
                                    files.file(info.layout().video().with(place)),
                                    Math.round(start * info.fps()),
                                    start));
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

        private List<String> tasks() {
            return values.get(TASKS) instanceof List<?> texts
                    ? texts.stream().map(String::valueOf).toList()
                    : List.of();
        }

        private Map<String, Object> facts() {
            Map<String, Object> facts = new LinkedHashMap<>();
            values.forEach((column, value) -> {
                boolean isStructure = STRUCTURE.contains(column)
                        || column.startsWith("data/")
                        || column.startsWith("videos/")
                        || column.startsWith("meta/");
                if (!isStructure && value != null) {
                    facts.put(column, value);
                }
            });
            return facts;
        }
    }
}
