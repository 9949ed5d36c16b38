package io.github.roboreel.dataset.lerobot;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import org.duckdb.DuckDBAppender;
import org.duckdb.DuckDBConnection;

/** The frames of all episodes, in files of a limited size; an episode is in one file. */
final class DataTable implements AutoCloseable {
    private static final long PART_BYTES = 32 << 20;
    private static final long BLOCK_BYTES = 4 << 20;

    private final Path folder;
    private final List<Column> columns;
    private final List<RowAppender> appenders;
    private final ParquetParts parts;
    private final long fileBytes;
    private FilePlace place = new FilePlace(0);
    private int firstPart;
    private long held;

    /** Is told of every block of rows that goes into the table. */
    @FunctionalInterface
    interface Observer {
        void block(Column column, byte[] rows, long from, int count);
    }

    /**
     * Of no frames yet.
     *
     * @param fileBytes when a file is full
     */
    DataTable(DuckDBConnection database, Path dataset, Path scratch, List<Column> columns, long fileBytes)
            throws IOException {
        this.fileBytes = fileBytes;
        this.folder = dataset.resolve("data");
        this.columns = columns;
        this.appenders = columns.stream().map(RowAppender::new).toList();
        this.parts = new ParquetParts(
                database,
                scratch,
                "frames",
                columns.stream().map(TableColumn::of).toList());
    }

    /** Adds an episode; gives the file it will be in. */
    FilePlace add(EpisodeRows episode, Observer observer) throws IOException {
        int partsBefore = parts.count();
        long bytesBefore = parts.bytes();
        long rowBytes = columns.stream().mapToLong(Column::rowBytes).sum();
        int most = (int) Math.max(1, BLOCK_BYTES / rowBytes);
        for (int from = 0; from < episode.steps(); from += most) {
            append(episode, from, Math.min(from + most, episode.steps()), observer);
            if (held > PART_BYTES) {
                endPart();
            }
        }
        endPart();
        if (bytesBefore > 0 && parts.bytes() > fileBytes) {
            endFile(partsBefore);
            place = place.next();
        }
        return place;
    }

    private void append(EpisodeRows episode, int from, int to, Observer observer) throws IOException {
        byte[][] blocks = new byte[columns.size()][];
        for (int column = 0; column < blocks.length; column++) {
            blocks[column] = columns.get(column).read(episode, from, to);
            observer.block(columns.get(column), blocks[column], from, to - from);
        }
        DuckDBAppender rows = parts.rows();
        try {
            for (int row = 0; row < to - from; row++) {
                rows.beginRow();
                for (int column = 0; column < blocks.length; column++) {
                    held += appenders.get(column).append(rows, blocks[column], row, from + row);
                }
                rows.endRow();
            }
        } catch (SQLException e) {
            throw DuckDb.failed("take the rows of " + episode.facts().where(), e);
        }
    }

    private void endPart() throws IOException {
        parts.endPart();
        held = 0;
    }

    private void endFile(int toPart) throws IOException {
        parts.putTogether(place.in(folder, ".parquet"), firstPart, toPart, Map.of());
        firstPart = toPart;
    }

    /** Writes the last file. */
    void finish() throws IOException {
        endFile(parts.count());
    }

    @Override
    public void close() throws IOException {
        parts.close();
    }
}
