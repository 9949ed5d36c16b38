package io.github.roboreel.recorder.hdf5.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * Rows of one chunk of a group of columns, copied out of a staging area that may be written at the same time. Their
 * marks say which of them are whole; see {@link RowChecksum}. Immutable.
 */
public final class StagedRows {
    private final ColumnGroup group;
    private final int rows;
    private final ByteBuffer values;
    private final int[] offsets;
    private final boolean[] whole;

    private StagedRows(ColumnGroup group, int rows) {
        this.group = group;
        this.rows = rows;
        offsets = new int[group.columns().size()];
        int bytes = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = bytes;
            bytes = Math.addExact(bytes, rows * group.columns().get(i).rowBytes());
        }
        values = ByteBuffer.allocate(bytes);
        whole = new boolean[rows];
    }

    /** Rows of which none is whole. */
    static StagedRows none(ColumnGroup group, int rows) {
        return new StagedRows(group, rows);
    }

    static StagedRows read(FileChannel file, long area, ColumnGroup group, long runId, int demo, long from, int rows)
            throws IOException {
        StagedRows read = new StagedRows(group, rows);
        ByteBuffer marks = ByteBuffer.allocate(rows * ColumnGroup.MARK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        LedgerScan.readFully(file, marks, area + group.mark(from));
        int started = 0;
        while (started < rows && marks.getLong(started * ColumnGroup.MARK_BYTES) != 0) {
            started++;
        }
        if (started > 0) {
            read.copyColumns(file, area, from, started);
            read.check(marks, runId, demo, from, started);
        }
        return read;
    }

    private void copyColumns(FileChannel file, long area, long from, int started) throws IOException {
        for (int i = 0; i < offsets.length; i++) {
            ColumnGroup.Column column = group.columns().get(i);
            int start = offsets[i];
            values.limit(start + started * column.rowBytes()).position(start);
            LedgerScan.readFully(file, values, area + group.value(column, from));
        }
        values.clear();
    }

    private void check(ByteBuffer marks, long runId, int demo, long from, int started) {
        CRC32C crc = new CRC32C();
        ByteBuffer prefix = ByteBuffer.allocate(RowChecksum.PREFIX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer part = values.duplicate();
        for (int row = 0; row < started; row++) {
            crc.reset();
            crc.update(RowChecksum.putPrefix(prefix, runId, demo, from + row).array());
            for (int i = 0; i < offsets.length; i++) {
                int rowBytes = group.columns().get(i).rowBytes();
                int start = offsets[i] + row * rowBytes;
                crc.update(part.limit(start + rowBytes).position(start));
            }
            long mark = marks.getLong(row * ColumnGroup.MARK_BYTES);
            whole[row] = mark == RowChecksum.mark(from + row, crc);
        }
    }

    /** Rows from the first on that are whole. */
    public int numWhole() {
        int count = 0;
        while (count < rows && whole[count]) {
            count++;
        }
        return count;
    }

    /** Behind the last row that is whole. */
    public int endOfWhole() {
        int end = rows;
        while (end > 0 && !whole[end - 1]) {
            end--;
        }
        return end;
    }

    /**
     * Copies some rows of a column.
     *
     * @param row the first, from 0
     */
    public void copy(int column, int row, int count, byte[] to, int at) {
        int rowBytes = group.columns().get(column).rowBytes();
        values.get(offsets[column] + row * rowBytes, to, at, count * rowBytes);
    }
}
