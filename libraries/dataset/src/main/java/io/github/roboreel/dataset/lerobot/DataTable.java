package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.RowWriter;
import io.github.roboreel.dataset.lerobot.LeRobotPlan.Part;
import io.github.roboreel.dataset.lerobot.ParquetFiles.FilePlace;
import io.github.roboreel.dataset.lerobot.ParquetFiles.Workplace;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The frames of some episodes, in files of a limited size; an episode is a row group of one file. */
final class DataTable implements AutoCloseable {
    /** Receives every block of rows that goes into the table. */
    @FunctionalInterface
    interface Observer {
        void block(Column column, byte[] rows, int from, int count);
    }

    private static final long PART_BYTES = 32 << 20;
    private static final long BLOCK_BYTES = 4 << 20;

    private final List<Column> columns;
    private final int blockRows;
    private final ParquetFiles files;
    private final long fileBytes;
    private long held;

    /**
     * Of no frames yet.
     *
     * @param part whose episodes go into it
     */
    DataTable(Workplace place, List<Column> columns, Part part) throws IOException {
        this.fileBytes = part.fileBytes();
        this.columns = List.copyOf(columns);
        long rowBytes = columns.stream().mapToLong(Column::rowBytes).sum();
        blockRows = (int) Math.max(1, BLOCK_BYTES / rowBytes);
        files = new ParquetFiles(
                place,
                place.dataset().resolve("data"),
                "frames",
                new FilePlace(part.file()),
                columns.stream().map(Column::table).toList());
    }

    /** Adds an episode; gives the file it will be in. */
    FilePlace add(LeRobotRows episode, Observer observer) throws IOException {
        int groupsBefore = files.groups();
        long bytesBefore = files.bytes();
        for (int from = 0; from < episode.steps(); from += blockRows) {
            int to = Math.min(from + blockRows, episode.steps());
            append(episode, from, to, observer);
            if (held > PART_BYTES && to < episode.steps()) {
                files.endPart();
                held = 0;
            }
        }
        files.endGroup();
        held = 0;
        if (bytesBefore > 0 && files.bytes() > fileBytes) {
            files.endFile(groupsBefore);
        }
        return files.place();
    }

    private void append(LeRobotRows episode, int from, int to, Observer observer) throws IOException {
        byte[][] blocks = new byte[columns.size()][];
        for (int i = 0; i < blocks.length; i++) {
            Column column = columns.get(i);
            blocks[i] = column.read(episode, from, to);
            observer.block(column, blocks[i], from, to - from);
        }
        RowWriter rows = files.rows();
        try {
            for (int row = 0; row < to - from; row++) {
                List<Object> values = new ArrayList<>();
                for (int i = 0; i < blocks.length; i++) {
                    held += columns.get(i).put(values, blocks[i], row, from + row);
                }
                rows.row(values.toArray());
            }
        } catch (SQLException e) {
            throw DuckDb.failed("take the rows of " + episode.facts().where(), e);
        }
    }

    /** Writes the last file. */
    void finish() throws IOException {
        files.finish();
    }

    @Override
    public void close() throws IOException {
        files.close();
    }
}
