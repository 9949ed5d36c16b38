package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** The rows of a catalogue that is being made. What does not fit 512 MB goes to its folder. For one thread. */
final class CatalogueTable implements AutoCloseable {
    /** Rows are sorted, so that the same fleet gives the same file. */
    private static final String ORDER = "folder, env_name, run NULLS LAST, env_id NULLS LAST, run_file NULLS LAST,"
            + " demo NULLS LAST, episode NULLS LAST, instruction, steps";

    private final DuckDb database;
    private final RowWriter rows;
    private final RowWriter unchanged;

    private CatalogueTable(DuckDb database, RowWriter rows, RowWriter unchanged) {
        this.database = database;
        this.rows = rows;
        this.unchanged = unchanged;
    }

    /**
     * An empty one.
     *
     * @param overflow a folder
     */
    static CatalogueTable open(Path overflow) throws IOException {
        DuckDb database = DuckDb.open(overflow);
        try {
            String columns = Arrays.stream(CatalogueColumn.values())
                    .map(column -> DuckDb.name(column.label()) + " " + column.type())
                    .collect(Collectors.joining(", "));
            database.run("CREATE TABLE episodes (" + columns + ")");
            database.run("CREATE TABLE unchanged (folder VARCHAR, run_file VARCHAR)");
            return new CatalogueTable(database, database.rows("episodes"), database.rows("unchanged"));
        } catch (IOException | RuntimeException e) {
            database.close();
            throw e;
        }
    }

    /**
     * Goes through what a catalogue knows, run file by run file.
     *
     * @throws RoboReelException of kind UNSUPPORTED, when it is none or has other columns
     */
    void eachRun(Path file, boolean hashes, RunVisitor visitor) throws IOException {
        requireColumns(file);
        String sound = "bool_and(problems IS NULL" + (hashes ? " AND content_sha256 IS NOT NULL)" : ")");
        String query = "SELECT folder, run_file, any_value(run_file_bytes), any_value(run_file_version),"
                + " any_value(results_version), " + sound + " FROM " + DuckDb.parquet(List.of(file))
                + " GROUP BY folder, run_file";
        database.each(
                file,
                query,
                row -> visitor.run(
                        row.getString(1),
                        row.getString(2),
                        row.getLong(3),
                        row.getString(4),
                        row.getString(5),
                        row.getBoolean(6)));
    }

    /** Takes what is known of a run file. */
    @FunctionalInterface
    interface RunVisitor {
        /**
         * Takes it.
         *
         * @param run null of rows that have none
         * @param areSound whether its rows need not be rebuilt
         */
        void run(String folder, String run, long bytes, String version, String resultsVersion, boolean areSound);
    }

    private void requireColumns(Path file) throws IOException {
        if (!database.columns(file).equals(CatalogueColumn.labels())) {
            throw new RoboReelException(
                    Kind.UNSUPPORTED,
                    file + " has other columns than a catalogue of this version; name another folder for the catalogue,"
                            + " or move the file away");
        }
    }

    /** Adds what was rebuilt, and remembers what is taken over. */
    void add(String folder, FolderRows found) throws IOException {
        try {
            for (EpisodeRow row : found.rows()) {
                rows.row(row.values());
            }
            for (String run : found.unchanged()) {
                unchanged.row(folder, run);
            }
        } catch (SQLException e) {
            throw DuckDb.failed("fill the catalogue", e);
        }
    }

    /**
     * Writes all into a file.
     *
     * @param before catalogues of before, from which unchanged rows are taken
     * @return number of rows
     */
    long write(Collection<Path> before, Path file) throws IOException {
        try {
            rows.close();
            unchanged.close();
        } catch (SQLException e) {
            throw DuckDb.failed("fill the catalogue", e);
        }
        for (Path old : before) {
            database.run("INSERT INTO episodes SELECT old.* FROM " + DuckDb.parquet(List.of(old))
                    + " old SEMI JOIN unchanged USING (folder, run_file)");
        }
        database.run("COPY (SELECT * FROM episodes ORDER BY " + ORDER + ") TO " + DuckDb.text(file)
                + " (FORMAT parquet, COMPRESSION snappy)");
        long[] count = {0};
        database.each(file, List.of("count(*)"), row -> count[0] = row.getLong(1));
        return count[0];
    }

    @Override
    public void close() throws IOException {
        database.close();
    }
}
