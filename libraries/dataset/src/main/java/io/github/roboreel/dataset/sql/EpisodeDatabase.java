package io.github.roboreel.dataset.sql;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.folder.FileFault;
import io.github.roboreel.recordings.folder.FolderEntries;
import io.github.roboreel.recordings.folder.ResultFolder;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.duckdb.DuckDBConnection;

/**
 * The episodes of output folders as tables: the {@link View}s, and {@code steps('path')}. Statements only ask: no file
 * can be read or written by one, no setting changed, nothing loaded. A view is filled when a statement first names it,
 * from a picture of the folders at the opening. What does not fit 512 MB goes to a folder of its own, which
 * {@link #close} deletes.
 *
 * <p>For one thread, but for {@link #cancel}.
 */
public final class EpisodeDatabase implements AutoCloseable {
    private static final String UNFINISHED = ".creating";

    private final DuckDBConnection connection;
    private final Path overflow;
    private final StatementRules rules;
    private final List<ResultFolder> folders;
    private final List<FileFault> problems;
    private final Optional<Path> output;
    private final Set<View> filled = EnumSet.noneOf(View.class);
    private final Set<String> paths = new HashSet<>();
    private boolean hasSeeds;
    private volatile Statement running;
    private volatile boolean isCancelled;

    private EpisodeDatabase(
            DuckDBConnection connection, Path overflow, List<ResultFolder> folders, Optional<Path> output) {
        this.connection = connection;
        this.overflow = overflow;
        this.rules = new StatementRules(connection);
        this.folders = List.copyOf(folders);
        this.output = output;
        this.problems = new ArrayList<>();
        folders.forEach(folder -> problems.addAll(folder.problems()));
    }

    /** Opens folders to be asked about, as {@link #open(List, Optional)} without a file. */
    public static EpisodeDatabase open(List<Path> folders) throws IOException {
        return open(folders, Optional.empty());
    }

    /**
     * Opens folders to be asked about.
     *
     * @param output the one file that {@link #writeParquet} will write
     * @throws IOException when a folder cannot be listed
     */
    public static EpisodeDatabase open(List<Path> folders, Optional<Path> output) throws IOException {
        List<ResultFolder> opened = new ArrayList<>();
        for (Path folder : folders) {
            opened.add(ResultFolder.open(folder));
        }
        Path overflow = Files.createTempDirectory("roboreel-sql-");
        try {
            DuckDBConnection connection = DuckDb.tables(overflow);
            EpisodeDatabase database = new EpisodeDatabase(connection, overflow, opened, output);
            database.prepare();
            return database;
        } catch (IOException | RuntimeException e) {
            delete(overflow);
            throw e;
        }
    }

    /** From here on there is no way out of the database, nor to the settings that say so. */
    private void prepare() throws IOException {
        try (Statement statement = connection.createStatement()) {
            for (View view : View.values()) {
                statement.execute(view.creation());
            }
            DuckDb.confine(statement, output.map(EpisodeDatabase::unfinished));
        } catch (SQLException e) {
            close();
            throw DuckDb.failed("start", e);
        }
    }

    private static Path unfinished(Path file) {
        return file.toAbsolutePath().resolveSibling(file.getFileName() + UNFINISHED);
    }

    /**
     * What could not be read so far, and what is doubtful; views that no statement named were not read.
     *
     * @return a copy
     */
    public List<FileFault> problems() {
        return List.copyOf(problems);
    }

    /**
     * Answers one statement.
     *
     * @param sink takes the answer row by row
     * @throws RoboReelException of kind BAD_ARGUMENT when the statement is wrong or refused, INTERRUPTED when it was
     *     cancelled, FAILED when it cannot be answered
     * @throws IOException when the sink fails
     */
    public void query(String sql, ResultSink sink) throws IOException {
        String checked = filledFor(sql);
        try (Statement statement = connection.createStatement()) {
            running = statement;
            requireWanted();
            try (ResultSet rows = statement.executeQuery(checked)) {
                answer(rows, sink);
            }
        } catch (SQLException e) {
            throw SqlFault.of(e);
        } finally {
            running = null;
        }
    }

    private void answer(ResultSet rows, ResultSink sink) throws SQLException, IOException {
        ResultSetMetaData columns = rows.getMetaData();
        List<String> names = new ArrayList<>();
        List<String> types = new ArrayList<>();
        for (int i = 1; i <= columns.getColumnCount(); i++) {
            names.add(columns.getColumnName(i));
            types.add(columns.getColumnTypeName(i));
        }
        sink.columns(names, types);
        while (rows.next()) {
            requireWanted();
            List<Object> values = new ArrayList<>(names.size());
            for (int i = 1; i <= names.size(); i++) {
                values.add(ResultValues.at(rows, i));
            }
            sink.row(values);
        }
    }

    /**
     * Writes the answer of one statement to the Parquet file that was named at the opening: whole or not at all.
     *
     * @throws FileAlreadyExistsException when it is there by now; it stays as it is
     * @throws IOException when it cannot be written
     */
    public void writeParquet(String sql) throws IOException {
        Path file = output.orElseThrow(() -> new IllegalStateException("no file was named at the opening"));
        Path unfinished = unfinished(file);
        String checked = filledFor(sql);
        if (Files.exists(file) || Files.exists(unfinished)) {
            throw new FileAlreadyExistsException((Files.exists(file) ? file : unfinished).toString());
        }
        try (Statement statement = connection.createStatement()) {
            running = statement;
            requireWanted();
            // The line's end closes a comment behind the statement.
            statement.execute("COPY (" + checked + "\n) TO " + DuckDb.text(unfinished) + " (FORMAT parquet)");
            Files.move(unfinished, file, StandardCopyOption.ATOMIC_MOVE);
        } catch (SQLException e) {
            throw SqlFault.of(e);
        } finally {
            running = null;
            Files.deleteIfExists(unfinished);
        }
    }

    /** The statement as it may run, with all that it names filled. */
    private String filledFor(String sql) throws IOException {
        isCancelled = false;
        StepCalls calls = StepCalls.of(sql);
        StatementRules.Checked checked = rules.checked(calls.sql());
        try {
            for (View view : View.values()) {
                if (checked.tables().contains(view.label())) {
                    fill(view, checked.mayRead(AttributeNames.SEED));
                }
            }
            for (String path : calls.paths()) {
                if (!paths.contains(path)) {
                    fill(path);
                    paths.add(path);
                }
            }
        } catch (SQLException e) {
            throw SqlFault.of(e);
        }
        return checked.sql();
    }

    /** Once; episodes once more when their seeds are asked for, for which all run files are opened. */
    private void fill(View view, boolean readsSeeds) throws SQLException {
        boolean lacksSeeds = view == View.EPISODES && readsSeeds && !hasSeeds;
        if (filled.contains(view) && !lacksSeeds) {
            return;
        }
        if (filled.remove(view)) {
            run("DELETE FROM " + view.label());
        }
        boolean isDone = false;
        try {
            write(view, lacksSeeds);
            hasSeeds |= lacksSeeds;
            isDone = filled.add(view);
        } finally {
            if (!isDone) {
                run("DELETE FROM " + view.label());
            }
        }
    }

    private void write(View view, boolean withSeeds) throws SQLException {
        try (RowWriter out = new RowWriter(connection, view.label())) {
            for (ResultFolder folder : folders) {
                new ViewRows(folder, problems, this::requireWanted).write(view, withSeeds, out);
            }
        }
    }

    private void fill(String path) throws SQLException {
        boolean isDone = false;
        try {
            new StepRows(connection, path, problems, this::requireWanted).write(folders);
            isDone = true;
        } finally {
            if (!isDone) {
                run(StepRows.deletion(path));
            }
        }
    }

    private void run(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private void requireWanted() {
        if (isCancelled) {
            throw new RoboReelException(Kind.INTERRUPTED, "the query was cancelled");
        }
    }

    /** Ends the statement that is being answered, if there is one, by an exception of kind INTERRUPTED. Any thread. */
    public void cancel() {
        isCancelled = true;
        Statement statement = running;
        try {
            if (statement != null) {
                statement.cancel();
            }
        } catch (SQLException e) {
            throw SqlFault.of(e);
        }
    }

    /** Forgets all and deletes what went to the disk. */
    @Override
    public void close() throws IOException {
        try {
            connection.close();
        } catch (SQLException e) {
            throw DuckDb.failed("end", e);
        } finally {
            delete(overflow);
        }
    }

    private static void delete(Path folder) throws IOException {
        try {
            FolderEntries.deleteTree(folder);
        } catch (IOException e) {
            throw new IOException(Sentence.of("%s cannot be deleted (%s); delete it", folder, Sentence.reasonOf(e)), e);
        }
    }
}
