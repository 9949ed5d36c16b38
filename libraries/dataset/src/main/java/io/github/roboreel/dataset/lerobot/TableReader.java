package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowCursor;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads Parquet files of a dataset, from any writer. For one thread. */
final class TableReader implements AutoCloseable {
    private static final int FILES_KNOWN = 64;
    private static final int MAX_TEXT_BYTES = 1 << 20;
    private static final int MAX_ROW_CHARS = 4 << 20;
    private static final Set<String> WHOLE_NUMBERS =
            Set.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT", "UTINYINT", "USMALLINT", "UINTEGER", "UBIGINT");
    private static final Set<String> FRACTIONS = Set.of("FLOAT", "DOUBLE");

    private final DuckDb database;
    private final Map<Path, Map<String, String>> types = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Path, Map<String, String>> eldest) {
            return size() > FILES_KNOWN;
        }
    };

    TableReader(DatasetFiles files) throws IOException {
        database = DuckDb.reading(files.folder());
    }

    /** Whether a number or truth value is stored so. */
    static boolean isNumber(String type) {
        return type.equals("BOOLEAN") || WHOLE_NUMBERS.contains(type) || FRACTIONS.contains(type);
    }

    /** The expression of a column of numbers, or of lists of one each; empty where it holds neither. */
    static Optional<String> number(String column, String type) {
        boolean isList = type.endsWith("[]");
        String element = isList ? type.substring(0, type.length() - 2) : type;
        return isNumber(element) ? Optional.of(DuckDb.name(column) + (isList ? "[1]" : "")) : Optional.empty();
    }

    /** DuckDB's type of each column of a file, in order. */
    Map<String, String> types(Path file) throws IOException {
        Map<String, String> known = types.get(file);
        if (known == null) {
            Map<String, String> found = new LinkedHashMap<>();
            each(file, "DESCRIBE SELECT * FROM " + from(file), row -> found.put(row.getString(1), row.getString(2)));
            types.put(file, found);
            known = found;
        }
        return known;
    }

    /** Number of rows of a file, as its footer says. */
    long rows(Path file) throws IOException {
        long[] rows = {0};
        each(file, "SELECT count(*) FROM " + from(file), row -> rows[0] = row.getLong(1));
        return rows[0];
    }

    /**
     * Numbers, truth values, texts and lists of texts of some rows, by their columns; others are left out.
     *
     * @param number of the first row, from 0
     * @param most rows; fewer come when the table has fewer, or when they are long, but the first one
     */
    List<Map<String, Object>> rows(Path file, long number, int most) throws IOException {
        List<String> columns = new ArrayList<>();
        List<String> selected = new ArrayList<>();
        types(file).forEach((column, type) -> {
            String expression = column.startsWith("stats/") ? null : expression(DuckDb.name(column), type);
            if (expression != null) {
                columns.add(column);
                selected.add(expression);
            }
        });
        String query = "SELECT " + String.join(", ", selected) + " FROM " + from(file) + " WHERE file_row_number >= "
                + number + " AND file_row_number < " + (number + most);
        List<Map<String, Object>> rows = new ArrayList<>();
        long[] chars = {0};
        each(file, query, result -> {
            if (chars[0] <= MAX_ROW_CHARS) {
                rows.add(row(file, number + rows.size(), columns, result, chars));
            }
        });
        return rows;
    }

    /** Columns that {@link #row} leaves out, but statistics. */
    List<String> leftOut(Path file) throws IOException {
        return types(file).entrySet().stream()
                .filter(column -> !column.getKey().startsWith("stats/")
                        && expression(DuckDb.name(column.getKey()), column.getValue()) == null)
                .map(Map.Entry::getKey)
                .toList();
    }

    private static Map<String, Object> row(
            Path file, long number, List<String> columns, ResultSet result, long[] charsOfAll) throws SQLException {
        Map<String, Object> row = new LinkedHashMap<>();
        long chars = 0;
        for (int i = 0; i < columns.size(); i++) {
            Object value = value(result, i + 1);
            chars += String.valueOf(value).length();
            if (chars > MAX_ROW_CHARS) {
                throw new ExportRefusedException(
                        "%s has a row of more than %s characters, row %s; shorten its texts",
                        file, MAX_ROW_CHARS, number);
            }
            row.put(columns.get(i), value);
        }
        charsOfAll[0] += chars;
        return row;
    }

    private static String expression(String column, String type) {
        if (type.equals("BOOLEAN")) {
            return column;
        }
        if (type.equals("VARCHAR")) {
            return "CASE WHEN strlen(" + column + ") <= " + MAX_TEXT_BYTES + " THEN " + column + " END";
        }
        if (type.equals("VARCHAR[]")) {
            return "list_transform(" + column + "[1:100], lambda text: text[1:10000])";
        }
        if (WHOLE_NUMBERS.contains(type)) {
            return "TRY_CAST(" + column + " AS BIGINT)";
        }
        return FRACTIONS.contains(type) ? "CAST(" + column + " AS DOUBLE)" : null;
    }

    private static Object value(ResultSet row, int index) throws SQLException {
        Object value = row.getObject(index);
        if (!(value instanceof Array list)) {
            return value;
        }
        List<String> texts = new ArrayList<>();
        for (Object text : (Object[]) list.getArray()) {
            texts.add(String.valueOf(text));
        }
        return texts;
    }

    /** A file in SQL, with the column {@code file_row_number}. */
    static String from(Path file) {
        return "read_parquet([" + DuckDb.text(file) + "], hive_partitioning = false, file_row_number = true)";
    }

    /**
     * Goes through the rows of a query.
     *
     * @throws ExportRefusedException when the file is damaged, or holds other types
     */
    void each(Path file, String query, DuckDb.RowVisitor visitor) throws IOException {
        try {
            database.each(file, query, visitor);
        } catch (IOException e) {
            if (e.getCause() instanceof SQLException cause) {
                throw damaged(file, cause);
            }
            throw e;
        }
    }

    /** The rows of a query, one at a time. */
    RowCursor cursor(Path file, String query) throws IOException {
        try {
            return database.cursor(query);
        } catch (SQLException e) {
            throw damaged(file, e);
        }
    }

    static ExportRefusedException damaged(Path file, SQLException cause) {
        String reason = String.valueOf(cause.getMessage()).lines().findFirst().orElse("");
        return new ExportRefusedException("%s cannot be read: %s; repair the dataset", file, reason);
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
