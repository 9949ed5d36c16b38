package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/**
 * A Parquet file under way: rows are gathered to parts, each a file of its own, and the parts are put together in the
 * end, so that memory for one part is enough. No row group of the result has rows of two parts; a part of more than
 * 2048 rows, DuckDB's vectors, becomes several. For one thread.
 */
final class ParquetParts implements AutoCloseable {
    private final DuckDBConnection database;
    private final Path folder;
    private final String table;
    private final List<TableColumn> columns;
    private final List<Path> parts = new ArrayList<>();
    private DuckDBAppender rows;
    private long bytes;

    /**
     * Of no rows yet.
     *
     * @param folder for the parts; is made
     * @param table what DuckDB calls it
     */
    ParquetParts(DuckDBConnection database, Path folder, String table, List<TableColumn> columns) throws IOException {
        this.database = database;
        this.folder = Files.createDirectories(folder.resolve(table));
        this.table = table;
        this.columns = columns;
    }

    /** To put rows in; the same until the part ends. */
    DuckDBAppender rows() throws IOException {
        if (rows == null) {
            String held = columns.stream()
                    .flatMap(c -> c.storage().entrySet().stream())
                    .map(c -> DuckDb.name(c.getKey()) + " " + c.getValue())
                    .collect(Collectors.joining(", "));
            run("CREATE OR REPLACE TABLE " + table + " (" + held + ")");
            try {
                rows = database.createAppender(table);
            } catch (SQLException e) {
                throw DuckDb.failed("fill a table", e);
            }
        }
        return rows;
    }

    /** Ends the part. Nothing happens when no row was put in. */
    void endPart() throws IOException {
        if (rows == null) {
            return;
        }
        closeRows();
        Path part = folder.resolve(String.format(Locale.ROOT, "part-%08d.parquet", parts.size()));
        String selected = columns.stream()
                .map(c -> c.expression() + " AS " + DuckDb.name(c.name()))
                .collect(Collectors.joining(", "));
        run("COPY (SELECT "
                + selected
                + " FROM "
                + table
                + ") TO "
                + DuckDb.text(part)
                + " (FORMAT parquet, COMPRESSION snappy)");
        run("DROP TABLE " + table);
        parts.add(part);
        bytes += Files.size(part);
    }

    private void closeRows() throws IOException {
        try (DuckDBAppender ended = rows) {
            rows = null;
            ended.flush();
        } catch (SQLException e) {
            throw DuckDb.failed("fill a table", e);
        }
    }

    /** What the parts take, which is about what the file will. */
    long bytes() {
        return bytes;
    }

    /** Number of parts. */
    int count() {
        return parts.size();
    }

    /**
     * Makes the file of the parts from one up to another, and removes those.
     *
     * @param metadata key/value entries of the file
     */
    void putTogether(Path file, int from, int to, Map<String, String> metadata) throws IOException {
        Files.createDirectories(file.getParent());
        List<Path> some = parts.subList(from, to);
        String entries = metadata.entrySet().stream()
                .map(e -> DuckDb.name(e.getKey()) + ": " + DuckDb.text(e.getValue()))
                .collect(Collectors.joining(", "));
        run("COPY (SELECT * FROM "
                + DuckDb.parquet(some)
                + ") TO "
                + DuckDb.text(file)
                + " (FORMAT parquet, COMPRESSION snappy, ROW_GROUP_SIZE 1"
                + (entries.isEmpty() ? "" : ", KV_METADATA {" + entries + "}")
                + ")");
        for (Path part : some) {
            bytes -= Files.size(part);
            Files.delete(part);
        }
    }

    private void run(String sql) throws IOException {
        try (Statement statement = database.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw DuckDb.failed("write Parquet files", e);
        }
    }

    @Override
    public void close() throws IOException {
        if (rows != null) {
            closeRows();
        }
    }
}
