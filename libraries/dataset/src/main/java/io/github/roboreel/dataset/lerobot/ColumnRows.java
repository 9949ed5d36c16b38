package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ImportNotes;
import io.github.roboreel.dataset.PictureFile;
import io.github.roboreel.dataset.PngFrames;
import io.github.roboreel.dataset.TiffFrames;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowCursor;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FormatJson;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Rows of an episode's columns. A column that is read on where it was left is not looked for again, so that long
 * episodes are gone through once. For one thread.
 */
final class ColumnRows implements AutoCloseable {
    private static final int COLUMNS_OPEN = 32;
    private static final int MAX_FILE_BYTES = 64 << 20;

    /** Takes a row of a result. */
    @FunctionalInterface
    private interface RowReader {
        void row(ResultSet row) throws SQLException, IOException;
    }

    /** A column that was not read to its end. */
    private record Open(RowCursor cursor, long next) {}

    private final TableReader tables;
    private final TableBlocks blocks;
    private final Map<String, Open> open = new LinkedHashMap<>(16, 0.75f, true);

    ColumnRows(TableReader tables, TableBlocks blocks) {
        this.tables = tables;
        this.blocks = blocks;
    }

    /** How a column of numbers is read. */
    SourceColumn column(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        return SourceColumn.of(feature, type(place, feature));
    }

    private String type(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        return tables.types(place.data()).getOrDefault(feature.key(), "");
    }

    /** Numbers of some rows, little-endian. */
    byte[] numbers(LeRobotPlace place, LeRobotFeature feature, long from, long to) throws IOException {
        SourceColumn column = column(place, feature);
        Optional<byte[]> rows =
                blocks.read(place.data(), column.cells(), place.firstRow() + from, place.firstRow() + to);
        if (rows.isPresent()) {
            return rows.get();
        }
        int rowBytes = Math.multiplyExact(
                feature.elements(), SourceColumn.inTable(feature).bytes());
        // Grows with the rows that are there, whatever their number is said to be.
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        ByteBuffer[] one = {null};
        read(place, feature, column.cells().selected(), from, to, row -> {
            if (one[0] == null) {
                one[0] = ByteBuffer.allocate(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
            }
            column.cells().read(row, 1, one[0].clear());
            bytes.write(one[0].array(), 0, rowBytes);
        });
        return bytes.toByteArray();
    }

    /** Picture files of some rows. */
    List<byte[]> pictures(LeRobotPlace place, LeRobotFeature feature, long from, long to) throws IOException {
        String type = type(place, feature);
        String name = DuckDb.name(feature.key());
        String bytes = type.equals("BLOB") ? name : "struct_extract(" + name + ", 'bytes')";
        if (!type.equals("BLOB") && !type.matches("STRUCT\\(.*\\bbytes BLOB\\b.*\\)")) {
            throw new ExportRefusedException(
                    "feature '%s' is declared as image, but stored as %s, where picture files were expected; "
                            + "repair the dataset",
                    feature.key(), type.isEmpty() ? "nothing" : type);
        }
        String checked = "CASE WHEN octet_length(" + bytes + ") <= " + MAX_FILE_BYTES + " THEN " + bytes + " END";
        List<byte[]> files = new ArrayList<>();
        read(place, feature, List.of(checked), from, to, row -> {
            byte[] file = row.getBytes(1);
            if (file == null) {
                throw new IOException("'" + feature.key() + "' has a row without a picture file of up to "
                        + MAX_FILE_BYTES + " bytes; files beside the tables are not read");
            }
            files.add(file);
        });
        return files;
    }

    /** Element type of the depths in an episode's picture files: uint16 where there are none. */
    DType depthType(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        if (place.length() == 0) {
            return DType.UINT16;
        }
        try (PictureFile picture =
                PictureFile.open(pictures(place, feature, 0, 1).get(0))) {
            return picture.isFloat() ? DType.FLOAT32 : DType.UINT16;
        }
    }

    /** Depths of some rows, from their picture files: of {@link #depthType}, little-endian. */
    byte[] depths(LeRobotPlace place, LeRobotFeature feature, DType dtype, long from, long to) throws IOException {
        ByteArrayOutputStream depths = new ByteArrayOutputStream();
        int height = Math.toIntExact(feature.shape().get(0));
        int width = Math.toIntExact(feature.shape().get(1));
        for (byte[] file : pictures(place, feature, from, to)) {
            depths.writeBytes(
                    dtype == DType.FLOAT32
                            ? TiffFrames.decode(file, width, height)
                            : PngFrames.decodeDepth(file, width, height));
        }
        return depths.toByteArray();
    }

    /** The texts of all rows. */
    List<String> texts(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        List<String> texts = new ArrayList<>();
        String query = select(place, List.of(DuckDb.name(feature.key())), 0);
        tables.each(place.data(), query, row -> {
            String text = row.getString(1);
            if (text == null) {
                throw new ExportRefusedException(
                        "%s: '%s' has a gap in it; repair the dataset", place.name(), feature.key());
            }
            texts.add(text);
        });
        return texts;
    }

    /**
     * Bytes of the longest text of an episode, or of the longest {@link LanguageRows}.
     *
     * @throws ExportRefusedException when it is longer than a text may be, or the column holds none
     */
    int longest(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        long[] longest = {feature.isLanguage() ? LanguageRows.NONE.length() : 0};
        if (feature.isLanguage()) {
            tables.each(place.data(), select(place, List.of("DISTINCT " + json(feature)), 0), row -> {
                int bytes = FormatJson.utf8(language(place, feature, row.getString(1))).length;
                longest[0] = Math.max(longest[0], bytes);
            });
        } else {
            if (!type(place, feature).equals("VARCHAR")) {
                throw new ExportRefusedException(
                        "feature '%s' is declared as string, but stored as %s; repair the dataset",
                        feature.key(), type(place, feature));
            }
            String query = select(place, List.of("strlen(" + DuckDb.name(feature.key()) + ")"), 0);
            tables.each(place.data(), query, row -> longest[0] = Math.max(longest[0], row.getLong(1)));
        }
        if (longest[0] > StepTasks.MAX_BYTES) {
            throw new ExportRefusedException(
                    "feature '%s' has a text of %s bytes, and up to %s are recorded; shorten it",
                    feature.key(), longest[0], StepTasks.MAX_BYTES);
        }
        return (int) longest[0];
    }

    /** Whole numbers of all rows of a column that every dataset has. */
    List<Long> wholeNumbers(LeRobotPlace place, String column) throws IOException {
        String stored = tables.types(place.data()).getOrDefault(column, "");
        String expression = DuckDb.name(column) + (stored.endsWith("[]") ? "[1]" : "");
        List<Long> numbers = new ArrayList<>();
        tables.each(place.data(), select(place, List.of(expression), 0), row -> numbers.add(row.getLong(1)));
        return numbers;
    }

    /** What is said at each step, as {@link LanguageRows}. */
    List<String> events(LeRobotPlace place, LeRobotFeature feature) throws IOException {
        List<String> texts = new ArrayList<>();
        tables.each(
                place.data(),
                select(place, List.of(json(feature)), 0),
                row -> texts.add(language(place, feature, row.getString(1))));
        return texts;
    }

    /**
     * What is the same at all steps, as {@link LanguageRows}: that of the first.
     *
     * @param notes learns of episodes where it is not the same
     */
    String persistent(LeRobotPlace place, LeRobotFeature feature, ImportNotes notes) throws IOException {
        String[] text = {LanguageRows.NONE};
        String json = json(feature);
        String query = select(place, List.of("first(" + json + ")", "count(DISTINCT " + json + ")"), 0);
        tables.each(place.data(), query, row -> {
            text[0] = language(place, feature, row.getString(1));
            if (row.getLong(2) > 1) {
                notes.add("'" + feature.key()
                        + "' is not the same at all steps of an episode, as LeRobot promises: that of"
                        + " the first is kept");
            }
        });
        return text[0];
    }

    private static String json(LeRobotFeature feature) {
        return "to_json(" + DuckDb.name(feature.key()) + ")";
    }

    private static String language(LeRobotPlace place, LeRobotFeature feature, String json) {
        try {
            return LanguageRows.canonical(feature.key(), json == null ? "" : json);
        } catch (IOException e) {
            throw new ExportRefusedException("%s: %s; repair the dataset", place.name(), e.getMessage());
        }
    }

    private static String select(LeRobotPlace place, List<String> expressions, long skipped) {
        return "SELECT " + String.join(", ", expressions) + " FROM " + TableReader.from(place.data()) + " WHERE "
                + place.condition() + (skipped == 0 ? "" : " OFFSET " + skipped);
    }

    private void read(
            LeRobotPlace place, LeRobotFeature feature, List<String> expressions, long from, long to, RowReader reader)
            throws IOException {
        String name = place.index() + "/" + feature.key();
        Open column = open.remove(name);
        try {
            if (column == null || column.next() != from) {
                close(column);
                column = new Open(tables.cursor(place.data(), select(place, expressions, from)), from);
            }
            for (long row = from; row < to; row++) {
                if (!column.cursor().next()) {
                    throw new IOException("'" + feature.key() + "' ends at step " + row);
                }
                reader.row(column.cursor().row());
            }
        } catch (SQLException e) {
            close(column);
            throw TableReader.damaged(place.data(), e);
        } catch (IOException e) {
            close(column);
            throw new IOException(
                    place.data() + ", " + place.name() + ": " + e.getMessage() + "; repair the dataset", e);
        } catch (RuntimeException e) {
            close(column);
            throw e;
        }
        if (to == place.length()) {
            close(column);
        } else {
            keep(name, new Open(column.cursor(), to));
        }
    }

    private void keep(String name, Open column) throws IOException {
        open.put(name, column);
        if (open.size() > COLUMNS_OPEN) {
            String eldest = open.keySet().iterator().next();
            close(open.remove(eldest));
        }
    }

    private static void close(Open column) throws IOException {
        if (column != null) {
            try {
                column.cursor().close();
            } catch (SQLException e) {
                throw DuckDb.failed("end a query", e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        blocks.close();
        for (Open column : open.values()) {
            close(column);
        }
        open.clear();
    }
}
