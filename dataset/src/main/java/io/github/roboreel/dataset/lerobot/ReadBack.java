package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.PngFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBConnection;

/** Reads a finished dataset from its files, as far as they say themselves what they are. */
final class ReadBack {
    private static final int PROGRESS_ROWS = 256;

    private final DuckDBConnection database;
    private final Path dataset;
    private final LeRobotPlan plan;

    ReadBack(DuckDBConnection database, Path dataset, LeRobotPlan plan) {
        this.database = database;
        this.dataset = dataset;
        this.plan = plan;
    }

    /** Checksums of all columns, in the order in which the library reads the files. */
    ArrayDigests columns(ExportProgress progress) throws IOException {
        ArrayDigests digests = new ArrayDigests();
        List<String> keys = plan.columns().stream().map(Column::key).toList();
        for (Path file : files(dataset.resolve("data"))) {
            requireColumns(file, keys);
            readColumns(file, digests, progress);
        }
        return digests;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(p -> p.toString().endsWith(".parquet")).sorted().toList();
        }
    }

    private void readColumns(Path file, ArrayDigests digests, ExportProgress progress) throws IOException {
        String selected = plan.columns().stream().map(ReadBack::flat).collect(Collectors.joining(", "));
        try (Statement statement = database.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT " + selected + " FROM " + DuckDb.parquet(List.of(file)))) {
            int count = 0;
            while (rows.next()) {
                for (int i = 0; i < plan.columns().size(); i++) {
                    Column column = plan.columns().get(i);
                    digests.add(column.key(), value(column, rows, i + 1));
                }
                if (++count % PROGRESS_ROWS == 0) {
                    progress.advanced(PROGRESS_ROWS);
                }
            }
            progress.advanced(count % PROGRESS_ROWS);
        } catch (SQLException e) {
            throw DuckDb.failed("read " + file, e);
        }
    }

    /** The library refuses files with other columns than it was told of. */
    private void requireColumns(Path file, List<String> expected) throws IOException {
        try (Statement statement = database.createStatement();
                ResultSet none =
                        statement.executeQuery("SELECT * FROM " + DuckDb.parquet(List.of(file)) + " LIMIT 0")) {
            List<String> found = new ArrayList<>();
            for (int i = 1; i <= none.getMetaData().getColumnCount(); i++) {
                found.add(none.getMetaData().getColumnName(i));
            }
            require(found.equals(expected), "the list of columns of " + file);
        } catch (SQLException e) {
            throw DuckDb.failed("read " + file, e);
        }
    }

    private static String flat(Column column) {
        String name = DuckDb.name(column.key());
        if (column.isPicture()) {
            return "struct_extract(" + name + ", 'bytes')";
        }
        int levels = column.feature().shape().size() - 1;
        return "flatten(".repeat(levels) + name + ")".repeat(levels);
    }

    private static byte[] value(Column column, ResultSet rows, int index) throws SQLException, IOException {
        if (column.isPicture()) {
            int height = Math.toIntExact(column.feature().shape().get(0));
            int width = Math.toIntExact(column.feature().shape().get(1));
            byte[] png = rows.getBytes(index);
            return column.isDepthImage()
                    ? PngFrames.decodeDepth(png, width, height)
                    : PngFrames.decode(png, width, height);
        }
        Object value = rows.getObject(index);
        Object[] elements = value instanceof Array list ? (Object[]) list.getArray() : new Object[] {value};
        if (elements.length != column.elements()) {
            throw new IOException(column.key()
                    + " reads back with "
                    + elements.length
                    + " elements, expected "
                    + column.elements()
                    + "; export again");
        }
        ByteBuffer bytes = ByteBuffer.allocate(column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN);
        for (Object element : elements) {
            put(column, element, bytes);
        }
        return bytes.array();
    }

    private static void put(Column column, Object element, ByteBuffer bytes) throws IOException {
        if (element == null) {
            throw new IOException(column.key() + " reads back with a gap in it; export again");
        }
        switch (column.dtype()) {
            case FLOAT32 -> bytes.putFloat((Float) element);
            case FLOAT64 -> bytes.putDouble((Double) element);
            case INT16, UINT16 -> bytes.putShort(((Number) element).shortValue());
            case INT32, UINT32 -> bytes.putInt(((Number) element).intValue());
            case INT64, UINT64 -> bytes.putLong(((Number) element).longValue());
            case INT8, UINT8 -> bytes.put(((Number) element).byteValue());
            case BOOL -> bytes.put((byte) ((Boolean) element ? 1 : 0));
            case FLOAT16, TEXT -> throw new IllegalStateException("no column is of " + column.dtype());
        }
    }

    /**
     * Checks that the episodes follow each other without a gap, and every video.
     *
     * @throws IOException naming what is wrong
     */
    void checkEpisodes(VideoFolder videos) throws IOException {
        long row = 0;
        int episode = 0;
        List<String> columns =
                EpisodesTable.columns(plan).stream().map(TableColumn::name).toList();
        for (Path file : files(dataset.resolve("meta").resolve("episodes"))) {
            requireColumns(file, columns);
            try (Statement statement = database.createStatement();
                    ResultSet rows = statement.executeQuery("SELECT episode_index, length, dataset_from_index,"
                            + " dataset_to_index FROM "
                            + DuckDb.parquet(List.of(file)))) {
                while (rows.next()) {
                    long length = rows.getLong(2);
                    boolean follows =
                            rows.getLong(1) == episode && rows.getLong(3) == row && rows.getLong(4) == row + length;
                    require(follows, "episode " + episode + " of " + file);
                    for (Camera camera : plan.cameras()) {
                        videos.check(camera, episode, length);
                    }
                    row += length;
                    episode++;
                }
            } catch (SQLException e) {
                throw DuckDb.failed("read " + file, e);
            }
        }
        require(episode == plan.episodes() && row == plan.steps(), "the number of episodes");
    }

    /**
     * Checks the tasks.
     *
     * @throws IOException when they are others, or in another order
     */
    void checkTasks() throws IOException {
        Path file = dataset.resolve("meta").resolve("tasks.parquet");
        requireColumns(file, List.of("task_index", "task"));
        try (Statement statement = database.createStatement();
                ResultSet rows =
                        statement.executeQuery("SELECT task_index, task FROM " + DuckDb.parquet(List.of(file)))) {
            int task = 0;
            while (rows.next()) {
                boolean isRight = task < plan.tasks().size()
                        && rows.getLong(1) == task
                        && rows.getString(2).equals(plan.tasks().get(task));
                require(isRight, "task " + task);
                task++;
            }
            require(task == plan.tasks().size(), "the number of tasks");
        } catch (SQLException e) {
            throw DuckDb.failed("read " + file, e);
        }
    }

    private static void require(boolean isRight, String what) throws IOException {
        if (!isRight) {
            throw new IOException(what + " reads back differently; export again");
        }
    }
}
