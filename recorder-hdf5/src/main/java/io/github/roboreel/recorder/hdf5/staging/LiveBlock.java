package io.github.roboreel.recorder.hdf5.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * A copy of neighbouring rows of a group of columns in an area that somebody may be writing. A row that is torn, of
 * another step or another owner is known not to be whole. Immutable.
 */
final class LiveBlock {
    private final ColumnGroup group;
    private final long owner;
    private final long from;
    private final int rows;
    private final ByteBuffer values;
    private final int[] offsets;
    private final boolean[] whole;

    private LiveBlock(ColumnGroup group, long owner, long from, int rows) {
        this.group = group;
        this.owner = owner;
        this.from = from;
        this.rows = rows;
        offsets = new int[group.columns().size()];
        int bytes = 0;
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = bytes;
            bytes += rows * group.columns().get(i).rowBytes();
        }
        values = ByteBuffer.allocate(bytes);
        whole = new boolean[rows];
    }

    /**
     * Copies rows of one bank.
     *
     * @param area start of the area in the file
     */
    static LiveBlock copy(FileChannel file, long area, ColumnGroup group, long owner, long from, int rows)
            throws IOException {
        LiveBlock block = new LiveBlock(group, owner, from, rows);
        ByteBuffer before = marks(file, area, group, from, rows);
        for (int i = 0; i < block.offsets.length; i++) {
            ColumnGroup.Column column = group.columns().get(i);
            int start = block.offsets[i];
            block.values.limit(start + rows * column.rowBytes()).position(start);
            readFully(file, block.values, area + group.value(column, from));
        }
        block.values.clear();
        ByteBuffer after = marks(file, area, group, from, rows);
        for (int row = 0; row < rows; row++) {
            long mark = before.getLong(row * ColumnGroup.MARK_BYTES);
            block.whole[row] = mark == after.getLong(row * ColumnGroup.MARK_BYTES) && mark == block.markOf(row);
        }
        return block;
    }

    /** The marks of rows of one bank; 0 for what is behind the end of the file. */
    static ByteBuffer marks(FileChannel file, long area, ColumnGroup group, long from, int rows) throws IOException {
        ByteBuffer marks = ByteBuffer.allocate(rows * ColumnGroup.MARK_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        readFully(file, marks, area + group.mark(from));
        return marks;
    }

    /** Zeros stay where the file ends. Reading, not mapping: a file that is cut meanwhile is no bus error then. */
    static void readFully(FileChannel file, ByteBuffer to, long position) throws IOException {
        int start = to.position();
        for (int n = 0; n >= 0 && to.hasRemaining(); ) {
            n = file.read(to, position + to.position() - start);
        }
    }

    private long markOf(int row) {
        CRC32C crc = new CRC32C();
        ByteBuffer prefix = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        long step = from + row;
        crc.update(prefix.putLong(owner).putLong(step).array());
        addFields(row, false, crc);
        addFields(row, true, crc);
        return step + 1 << Integer.SIZE | crc.getValue();
    }

    /** A mark sums up images after all other fields. */
    private void addFields(int row, boolean images, CRC32C crc) {
        ByteBuffer part = values.duplicate();
        for (int i = 0; i < offsets.length; i++) {
            ColumnGroup.Column column = group.columns().get(i);
            if (column.field().spec().image() == images) {
                int start = offsets[i] + row * column.rowBytes();
                crc.update(part.limit(start + column.rowBytes()).position(start));
            }
        }
    }

    long from() {
        return from;
    }

    int rows() {
        return rows;
    }

    boolean isWhole(int row) {
        return whole[row];
    }

    /** Copies a row of a column. */
    void copy(int row, int column, byte[] to, int at) {
        int rowBytes = group.columns().get(column).rowBytes();
        values.get(offsets[column] + row * rowBytes, to, at, rowBytes);
    }
}
