package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * Takes a row of one phase into memory of its own and computes the mark of each group of its columns: {@code step + 1}
 * in the upper half, in the lower half the CRC32C over owner and step (int64 each) and the bytes of every field of the
 * group that is no image, in declared order, without padding. Both are part of it, so that a row left over from an
 * earlier chunk or episode is never taken for a new one. For one thread.
 */
public final class RowChecksum {
    private final ByteBuffer row;
    private final ByteBuffer prefix = ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    public RowChecksum(int rowBytes) {
        row = ByteBuffer.allocateDirect(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The row's bytes until the next {@link #take}. */
    ByteBuffer row() {
        return row;
    }

    /** Whose a row is: its env; of continuous episodes its run, in the upper half, and its demo. */
    static long owner(RunSpec run, int demo) {
        return run.isContinuous() ? (long) run.run() << Integer.SIZE | demo : demo;
    }

    /** Copies the row. */
    void take(long owner, long step, RowView view) {
        row.clear();
        row.put(0, view.bytes(), 0, row.capacity());
        prefix.putLong(0, owner).putLong(Long.BYTES, step);
    }

    /** Starts the checksum of a group with what the row has of it. */
    void start(ColumnGroup group) {
        crc.reset();
        crc.update(prefix.clear());
        int[] spans = group.spans();
        for (int i = 0; i < spans.length; i += 2) {
            crc.update(row.limit(spans[i + 1]).position(spans[i]));
        }
    }

    /** Adds bytes that are not in the row itself, an image's for example. */
    void add(ByteBuffer bytes, int size) {
        crc.update(bytes.duplicate().clear().limit(size));
    }

    /** The mark of the group that was started last. */
    long mark(long step) {
        return step + 1 << Integer.SIZE | crc.getValue();
    }
}
