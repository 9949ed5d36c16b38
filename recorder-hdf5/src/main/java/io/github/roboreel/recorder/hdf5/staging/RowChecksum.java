package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Takes a row of steps into memory of its own and computes the mark of each group of its columns: the low half of
 * {@code step + 1} in the upper half, in the lower half the CRC32C over run id, demo and step (int64 each) and the
 * bytes of the group's fields in declared order, without padding. So a row that an earlier chunk, episode or run has
 * left is never taken for a new one. For one thread.
 */
public final class RowChecksum {
    static final int PREFIX_BYTES = 3 * Long.BYTES;

    private final ByteBuffer row;
    private final ByteBuffer prefix = ByteBuffer.allocateDirect(PREFIX_BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    public RowChecksum(int rowBytes) {
        row = ByteBuffer.allocateDirect(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    static ByteBuffer putPrefix(ByteBuffer prefix, long runId, int demo, long step) {
        return prefix.putLong(0, runId).putLong(Long.BYTES, demo).putLong(2 * Long.BYTES, step);
    }

    static long mark(long step, CRC32C crc) {
        return step + 1 << Integer.SIZE | crc.getValue();
    }

    /** The row's bytes until the next {@link #take}. */
    ByteBuffer row() {
        return row;
    }

    /** Copies the row. */
    void take(long runId, int demo, long step, RowView view) {
        row.clear();
        row.put(0, view.bytes(), 0, row.capacity());
        putPrefix(prefix, runId, demo, step);
    }

    /** The mark of a group of the row's columns. */
    long mark(long step, ColumnGroup group) {
        crc.reset();
        crc.update(prefix.clear());
        int[] spans = group.spans();
        for (int i = 0; i < spans.length; i += 2) {
            crc.update(row.limit(spans[i + 1]).position(spans[i]));
        }
        return mark(step, crc);
    }
}
