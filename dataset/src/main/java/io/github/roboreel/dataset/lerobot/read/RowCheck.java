package io.github.roboreel.dataset.lerobot.read;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.duckdb.DuckDb;
import java.io.IOException;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through the columns of an episode that every dataset has, and through its flags. For one thread. */
final class RowCheck {
    /** What the library allows, s. */
    private static final double TIME_TOLERANCE_SECONDS = 1e-4;

    private static final List<String> COUNTS = List.of("index", "frame_index", "episode_index", "task_index");
    private static final String TIMESTAMP = "timestamp";
    private static final List<String> FLAGS = List.of("next.done", "next.truncated", "next.success");

    /**
     * What the rows of a flag say.
     *
     * @param isAny whether one is true
     * @param isLast whether the last one is
     * @param isBefore whether one before the last is
     */
    record Flag(boolean isAny, boolean isLast, boolean isBefore) {
        static final Flag NEVER = new Flag(false, false, false);

        private Flag then(boolean isTrue) {
            return new Flag(isAny || isTrue, isTrue, isAny);
        }
    }

    private final EpisodePlace place;
    private final DatasetInfoFile info;
    private final Map<String, Flag> flags = new HashMap<>();
    private long rows;
    private long task;
    private boolean isOneTask = true;
    private boolean isTimed = true;

    private RowCheck(EpisodePlace place, DatasetInfoFile info) {
        this.place = place;
        this.info = info;
    }

    /** Columns that say nothing that is not known. */
    static boolean isStructure(String key) {
        return COUNTS.contains(key) || key.equals(TIMESTAMP);
    }

    /**
     * Checks an episode.
     *
     * @throws ExportRefusedException when its rows are not those that the dataset says
     */
    static RowCheck of(EpisodePlace place, DatasetInfoFile info, TableReader tables, NumberBlocks blocks)
            throws IOException {
        Optional<StructureRows> decoded = StructureRows.of(place, info, tables, blocks, FLAGS);
        RowCheck check = new RowCheck(place, info);
        if (decoded.isPresent()) {
            check.check(decoded.get());
        } else {
            check.read(tables);
        }
        return check;
    }

    private void check(StructureRows decoded) {
        for (int row = 0; row < place.length(); row++) {
            requireSame(decoded.whole("index", row), place.firstRow() + rows, "index");
            requireSame(decoded.whole("frame_index", row), rows, "frame_index");
            requireSame(decoded.whole("episode_index", row), place.index(), "episode_index");
            add(decoded.whole("task_index", row), decoded.seconds(row), decoded.flags(row));
        }
    }

    private void read(TableReader tables) throws IOException {
        Map<String, String> types = tables.types(place.data());
        List<String> selected = new ArrayList<>();
        for (String column : COUNTS) {
            selected.add(cast(types, column, "BIGINT"));
        }
        selected.add(cast(types, TIMESTAMP, "DOUBLE"));
        List<String> found = FLAGS.stream()
                .filter(f -> info.features().containsKey(f) && TableReader.isNumber(types.getOrDefault(f, "")))
                .toList();
        found.forEach(flag -> selected.add("CAST(" + DuckDb.name(flag) + " AS BOOLEAN)"));
        String query = "SELECT " + String.join(", ", selected) + " FROM " + TableReader.from(place.data()) + " WHERE "
                + place.rows();
        tables.each(place.data(), query, row -> check(row, found));
        if (rows != place.length()) {
            throw refused("has " + rows + " rows for an episode of " + place.length() + " steps");
        }
    }

    private String cast(Map<String, String> types, String column, String type) {
        String stored = types.getOrDefault(column, "");
        String name = DuckDb.name(column);
        if (TableReader.isNumber(stored)) {
            return "CAST(" + name + " AS " + type + ")";
        }
        boolean isList = stored.endsWith("[]") && TableReader.isNumber(stored.substring(0, stored.length() - 2));
        if (isList) {
            return "CAST(" + name + "[1] AS " + type + ")";
        }
        throw refused("has no numbers in column '" + column + "', which every dataset has");
    }

    private void check(ResultSet row, List<String> found) throws SQLException {
        requireSame(row, 1, place.firstRow() + rows, "index");
        requireSame(row, 2, rows, "frame_index");
        requireSame(row, 3, place.index(), "episode_index");
        long rowTask = row.getLong(4);
        double seconds = row.getDouble(5);
        Map<String, Boolean> rowFlags = new HashMap<>();
        for (int i = 0; i < found.size(); i++) {
            rowFlags.put(found.get(i), row.getBoolean(6 + i));
        }
        add(rowTask, seconds, rowFlags);
    }

    private void add(long rowTask, double seconds, Map<String, Boolean> rowFlags) {
        isOneTask &= rows == 0 || rowTask == task;
        task = rows == 0 ? rowTask : task;
        isTimed &= Math.abs(seconds - rows / info.fps()) <= TIME_TOLERANCE_SECONDS + Math.ulp((float) seconds);
        rowFlags.forEach(
                (name, isTrue) -> flags.merge(name, Flag.NEVER.then(isTrue), (before, first) -> before.then(isTrue)));
        rows++;
    }

    private void requireSame(ResultSet row, int column, long expected, String name) throws SQLException {
        long value = row.getLong(column);
        requireSame(row.wasNull() ? null : value, expected, name);
    }

    private void requireSame(Long value, long expected, String name) {
        if (value == null || value != expected) {
            throw refused("has " + name + " " + value + " at step " + rows + ", expected " + expected);
        }
    }

    private ExportRefusedException refused(String why) {
        return new ExportRefusedException("%s, %s: the table %s; repair the dataset", place.data(), place.name(), why);
    }

    /** Number of the first step's task. */
    long task() {
        return task;
    }

    /** Whether all steps have that task. */
    boolean isOneTask() {
        return isOneTask;
    }

    /** Whether row k is k periods after the first. */
    boolean isTimed() {
        return isTimed;
    }

    /** What a flag says; never true where there is none. */
    Flag flag(String key) {
        return flags.getOrDefault(key, Flag.NEVER);
    }

    /** Whether there is such a flag. */
    boolean has(String key) {
        return info.features().containsKey(key) && (flags.containsKey(key) || rows == 0);
    }
}
