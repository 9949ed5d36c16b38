package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Goes through the columns of an episode that every dataset has, and through its flags. For one thread. */
final class RowCheck {
    /** What the library allows, s. */
    static final double TIME_TOLERANCE_SECONDS = 1e-4;

    static final String TASK = "task_index";
    private static final List<String> COUNTS = List.of("index", "frame_index", "episode_index", TASK);
    static final String TIMESTAMP = "timestamp";
    static final List<String> FLAGS = List.of("next.done", "next.truncated", "next.success");

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

    private final LeRobotPlace place;
    private final LeRobotInfo info;
    private final Map<String, Flag> flags = new HashMap<>();
    private final List<String> found = new ArrayList<>();
    private long rows;
    private long task;
    private boolean isOneTask = true;
    private boolean isTimed = true;

    private RowCheck(LeRobotPlace place, LeRobotInfo info) {
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
    static RowCheck of(LeRobotPlace place, LeRobotInfo info, TableReader tables, TableBlocks blocks)
            throws IOException {
        RowCheck check = new RowCheck(place, info);
        List<NumberCells> columns = check.columns(tables.types(place.data()));
        boolean isOtherwise = place.steps().isWholeTable() && tables.rows(place.data()) != place.length();
        if (isOtherwise || !check.readBlocks(columns, blocks)) {
            check = new RowCheck(place, info);
            check.query(check.columns(tables.types(place.data())), tables);
        }
        return check;
    }

    private List<NumberCells> columns(Map<String, String> types) {
        List<NumberCells> columns = new ArrayList<>();
        for (String column : COUNTS) {
            columns.add(column(types, column, DType.INT64));
        }
        columns.add(column(types, TIMESTAMP, DType.FLOAT64));
        for (String flag : FLAGS) {
            if (info.features().containsKey(flag) && TableReader.isNumber(types.getOrDefault(flag, ""))) {
                found.add(flag);
                columns.add(column(types, flag, DType.BOOL));
            }
        }
        return columns;
    }

    private NumberCells column(Map<String, String> types, String column, DType dtype) {
        String number = TableReader.number(column, types.getOrDefault(column, ""))
                .orElseThrow(() -> refused("has no numbers in column '" + column + "', which every dataset has"));
        return new NumberCells(column, "CAST(" + number + " AS " + NumberCells.sqlType(dtype) + ")", dtype, 1, false);
    }

    /** Whether the blocks have all rows. */
    private boolean readBlocks(List<NumberCells> columns, TableBlocks blocks) throws IOException {
        for (long from = 0; from < place.length(); from += TableBlocks.BLOCK_ROWS) {
            long to = Math.min(place.length(), from + TableBlocks.BLOCK_ROWS);
            List<ByteBuffer> values = new ArrayList<>();
            for (NumberCells column : columns) {
                Optional<byte[]> read =
                        blocks.read(place.data(), column, place.firstRow() + from, place.firstRow() + to);
                if (read.isEmpty()) {
                    return false;
                }
                values.add(ByteBuffer.wrap(read.get()).order(ByteOrder.LITTLE_ENDIAN));
            }
            for (long row = from; row < to; row++) {
                long[] counts = new long[COUNTS.size()];
                Arrays.setAll(counts, i -> values.get(i).getLong());
                double seconds = values.get(COUNTS.size()).getDouble();
                boolean[] truths = new boolean[found.size()];
                for (int i = 0; i < truths.length; i++) {
                    truths[i] = values.get(COUNTS.size() + 1 + i).get() != 0;
                }
                check(counts, seconds, truths);
            }
        }
        return true;
    }

    private void query(List<NumberCells> columns, TableReader tables) throws IOException {
        List<String> selected = columns.stream().map(NumberCells::expression).toList();
        String query = "SELECT " + String.join(", ", selected) + " FROM " + TableReader.from(place.data()) + " WHERE "
                + place.condition();
        tables.each(place.data(), query, this::check);
        if (rows != place.length()) {
            throw refused("has " + rows + " rows for an episode of " + place.length() + " steps");
        }
    }

    private void check(ResultSet row) throws SQLException {
        long[] counts = new long[COUNTS.size()];
        for (int i = 0; i < counts.length; i++) {
            counts[i] = row.getLong(1 + i);
            if (row.wasNull()) {
                throw refused("has " + COUNTS.get(i) + " null at step " + rows);
            }
        }
        boolean[] truths = new boolean[found.size()];
        for (int i = 0; i < truths.length; i++) {
            truths[i] = row.getBoolean(COUNTS.size() + 2 + i);
        }
        check(counts, row.getDouble(COUNTS.size() + 1), truths);
    }

    /** @param counts as {@link #COUNTS} names them */
    private void check(long[] counts, double seconds, boolean[] truths) {
        requireSame("index", counts[0], place.firstRow() + rows);
        requireSame("frame_index", counts[1], rows);
        requireSame("episode_index", counts[2], place.index());
        isOneTask &= rows == 0 || counts[3] == task;
        task = rows == 0 ? counts[3] : task;
        double expected = rows / info.fps();
        isTimed &= Math.abs(seconds - expected) <= TIME_TOLERANCE_SECONDS + Math.ulp((float) expected);
        for (int i = 0; i < truths.length; i++) {
            boolean isTrue = truths[i];
            flags.merge(found.get(i), Flag.NEVER.then(isTrue), (before, first) -> before.then(isTrue));
        }
        rows++;
    }

    private void requireSame(String name, long value, long expected) {
        if (value != expected) {
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
