package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.dataset.duckdb.DuckDb;
import io.github.roboreel.dataset.duckdb.NumberCells;
import io.github.roboreel.dataset.duckdb.RowCursor;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Columns of numbers of a table in the order of its rows, from a global index on. For one thread. */
final class TableScan implements AutoCloseable {
    private final Path file;
    private final List<NumberCells> columns;

    /** Of each column, columns of the result. */
    private final int[] widths;

    private final RowCursor cursor;

    /** Global index of the next row; before the first one, which a table may begin behind it. */
    private long next;

    private boolean isBegun;
    private boolean isAtEnd;

    /**
     * Rows of some columns.
     *
     * @param firstIndex global index of the first row
     * @param count of rows
     * @param values of each column, little-endian
     */
    record Rows(long firstIndex, int count, List<byte[]> values) {}

    private TableScan(Path file, List<NumberCells> columns, RowCursor cursor, long next) {
        this.file = file;
        this.columns = columns;
        widths = columns.stream().mapToInt(column -> column.selected().size()).toArray();
        this.cursor = cursor;
        this.next = next;
    }

    /** Begins at the first row that has that global index or a larger one. */
    static TableScan from(TableReader tables, Path file, List<NumberCells> columns, long index) throws IOException {
        List<String> selected = new ArrayList<>(List.of("CAST(" + DuckDb.name("index") + " AS BIGINT)"));
        columns.forEach(column -> selected.addAll(column.selected()));
        String query = "SELECT " + String.join(", ", selected) + " FROM " + TableReader.from(file) + " WHERE "
                + DuckDb.name("index") + " >= " + index;
        return new TableScan(file, List.copyOf(columns), tables.cursor(file, query), index);
    }

    /** Whether the next rows are those. */
    boolean isAt(Path table, List<NumberCells> wanted, long index) {
        return isBegun && next == index && file.equals(table) && columns.equals(wanted);
    }

    /** Whether there are no more rows. */
    boolean isAtEnd() {
        return isAtEnd;
    }

    /**
     * The rows up to a global index.
     *
     * @param end behind the last row
     * @throws IOException when a global index is not the one before it and 1, or a row is not what was declared
     */
    Rows readTo(long end) throws IOException, SQLException {
        int most = Math.toIntExact(end - next);
        List<ByteBuffer> values = new ArrayList<>();
        for (NumberCells column : columns) {
            values.add(ByteBuffer.allocate(most * column.rowBytes()).order(ByteOrder.LITTLE_ENDIAN));
        }
        long first = next;
        while (next < end && !isAtEnd) {
            if (cursor.next()) {
                first = isBegun ? first : requireBefore(end);
                read(cursor.row(), values);
            } else {
                isAtEnd = true;
            }
        }
        return new Rows(
                first,
                (int) (next - first),
                values.stream().map(v -> Arrays.copyOf(v.array(), v.position())).toList());
    }

    private long requireBefore(long end) throws IOException, SQLException {
        isBegun = true;
        next = cursor.row().getLong(1);
        if (next >= end) {
            throw new IOException(file + " begins at row " + next);
        }
        return next;
    }

    private void read(ResultSet row, List<ByteBuffer> values) throws IOException, SQLException {
        if (row.getLong(1) != next || row.wasNull()) {
            throw new IOException(file + " has row " + row.getLong(1) + " where " + next + " was expected");
        }
        int at = 2;
        for (int i = 0; i < columns.size(); i++) {
            columns.get(i).read(row, at, values.get(i));
            at += widths[i];
        }
        next++;
    }

    @Override
    public void close() throws IOException {
        try {
            cursor.close();
        } catch (SQLException e) {
            throw DuckDb.failed("end a query", e);
        }
    }
}
