package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/** A DuckDB in memory, which writes and reads Parquet files; what is too much goes to a folder. */
final class DuckDb {
    private static final String MEMORY = "512MB";

    private DuckDb() {}

    /**
     * Opens one that keeps the order of rows: with one thread they come as they were put in.
     *
     * @param overflow folder for what does not fit the memory
     */
    static DuckDBConnection open(Path overflow) throws SQLException {
        Properties settings = new Properties();
        settings.setProperty("memory_limit", MEMORY);
        settings.setProperty("threads", "1");
        // Otherwise DuckDB gathers rows to groups of its own size before it writes any.
        settings.setProperty("preserve_insertion_order", "false");
        settings.setProperty("temp_directory", overflow.toString());
        settings.setProperty("jdbc_stream_results", "true");
        return DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class);
    }

    /** A text in SQL. */
    static String text(Object value) {
        return "'" + value.toString().replace("'", "''") + "'";
    }

    /** Parquet files in SQL, with the columns they have: none is made of a folder's name. */
    static String parquet(List<Path> files) {
        return files.stream()
                .map(DuckDb::text)
                .collect(Collectors.joining(", ", "read_parquet([", "], hive_partitioning = false)"));
    }

    /** A name in SQL. */
    static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    static IOException failed(String action, SQLException cause) {
        return new IOException(
                "DuckDB cannot "
                        + action
                        + ": "
                        + cause.getMessage().lines().findFirst().orElse(""),
                cause);
    }
}
