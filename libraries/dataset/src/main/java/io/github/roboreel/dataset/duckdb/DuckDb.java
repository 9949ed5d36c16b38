package io.github.roboreel.dataset.duckdb;

import io.github.roboreel.format.fault.OptionalLibrary;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Collectors;
import org.duckdb.DuckDBConnection;

/** A DuckDB in memory, which writes and reads Parquet files; what is too much goes to a folder. For one thread. */
public final class DuckDb implements AutoCloseable {
    /** Takes a row of a result; usable during the call only. */
    @FunctionalInterface
    public interface RowVisitor {
        /** Takes the row that the result is at. */
        void row(ResultSet row) throws SQLException, IOException;
    }

    private static final String MEMORY = "512MB";
    private static final String READING_MEMORY = "256MB";

    private final DuckDBConnection connection;

    private DuckDb(DuckDBConnection connection) {
        this.connection = connection;
    }

    /**
     * Opens one that keeps the order of rows: with one thread they come as they were put in.
     *
     * @param overflow folder for what does not fit the memory
     */
    public static DuckDb open(Path overflow) throws IOException {
        Properties settings = settings(MEMORY, overflow.toString());
        // Otherwise DuckDB gathers rows to groups of its own size before it writes any.
        settings.setProperty("preserve_insertion_order", "false");
        return connect(settings);
    }

    /**
     * Opens one for files of unknown origin: it reads what is below a folder and nothing else, writes nothing, loads no
     * extension, and what does not fit its memory fails.
     *
     * @param folder absolute, without symbolic links
     */
    public static DuckDb reading(Path folder) throws IOException {
        Properties settings = settings(READING_MEMORY, "");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        DuckDb database = connect(settings);
        try {
            // Otherwise the whole table of contents is read again for each episode.
            database.run("SET parquet_metadata_cache = true");
            database.run("SET allowed_directories = [" + text(folder + "/") + "]");
            database.run("SET enable_external_access = false");
            database.run("SET lock_configuration = true");
            return database;
        } catch (IOException e) {
            database.close();
            throw e;
        }
    }

    /**
     * The connection to one that holds tables only, with all processors and no extension; the caller closes it.
     *
     * @param overflow folder for what does not fit the memory
     */
    public static DuckDBConnection tables(Path overflow) throws IOException {
        Properties settings = settings(MEMORY, overflow.toString());
        settings.remove("threads");
        settings.setProperty("autoinstall_known_extensions", "false");
        settings.setProperty("autoload_known_extensions", "false");
        return connect(settings).connection;
    }

    /** Lets no statement out of the database, but to one file, nor to the settings that say so. */
    public static void confine(Statement statement, Optional<Path> file) throws SQLException {
        statement.execute("SET allow_community_extensions = false");
        if (file.isPresent()) {
            statement.execute("SET allowed_paths = [" + text(file.get()) + "]");
        }
        statement.execute("SET enable_external_access = false");
        statement.execute("SET lock_configuration = true");
    }

    private static Properties settings(String memory, String overflow) {
        Properties settings = new Properties();
        settings.setProperty("memory_limit", memory);
        settings.setProperty("threads", "1");
        settings.setProperty("temp_directory", overflow);
        settings.setProperty("jdbc_stream_results", "true");
        return settings;
    }

    private static DuckDb connect(Properties settings) throws IOException {
        OptionalLibrary.DUCKDB.require();
        try {
            return new DuckDb(
                    DriverManager.getConnection("jdbc:duckdb:", settings).unwrap(DuckDBConnection.class));
        } catch (SQLException e) {
            throw failed("start", e);
        }
    }

    /** Runs a statement that writes. */
    public void run(String sql) throws IOException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        } catch (SQLException e) {
            throw failed("write Parquet files", e);
        }
    }

    /** To put rows into a table. */
    public RowWriter rows(String table) throws IOException {
        try {
            return new RowWriter(connection, table);
        } catch (SQLException e) {
            throw failed("fill a table", e);
        }
    }

    /** Goes through the rows of a Parquet file; {@code selected} is an expression per column of the result. */
    public void each(Path file, List<String> selected, RowVisitor visitor) throws IOException {
        each(file, "SELECT " + String.join(", ", selected) + " FROM " + parquet(List.of(file)), visitor);
    }

    /** Goes through the rows of a query of a Parquet file. */
    public void each(Path file, String query, RowVisitor visitor) throws IOException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(query)) {
            while (rows.next()) {
                visitor.row(rows);
            }
        } catch (SQLException e) {
            throw failed("read " + file, e);
        }
    }

    /** The rows of a query, one at a time, while others are open. */
    public RowCursor cursor(String query) throws SQLException {
        return new RowCursor(connection.duplicate(), query);
    }

    /** Names of the columns of a Parquet file. */
    public List<String> columns(Path file) throws IOException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery("SELECT * FROM " + parquet(List.of(file)) + " LIMIT 0")) {
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                names.add(none.getMetaData().getColumnName(i));
            }
            return names;
        } catch (SQLException e) {
            throw failed("read " + file, e);
        }
    }

    /** A text in SQL. */
    public static String text(Object value) {
        return "'" + value.toString().replace("'", "''") + "'";
    }

    /** Parquet files in SQL, with the columns they have: none is made of a folder's name. */
    public static String parquet(List<Path> files) {
        return files.stream()
                .map(DuckDb::text)
                .collect(Collectors.joining(", ", "read_parquet([", "], hive_partitioning = false)"));
    }

    /** A name in SQL. */
    public static String name(String name) {
        return '"' + name.replace("\"", "\"\"") + '"';
    }

    /** What DuckDB said, in one line. */
    public static IOException failed(String action, SQLException cause) {
        String reason = cause.getMessage().lines().findFirst().orElse("");
        return new IOException("DuckDB cannot " + action + ": " + reason, cause);
    }

    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw failed("end", e);
        }
    }
}
