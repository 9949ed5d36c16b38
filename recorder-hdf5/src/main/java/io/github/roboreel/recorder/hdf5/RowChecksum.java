package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.spi.RowView;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * Takes a row of one phase into memory of its own and computes its mark: {@code step + 1} in the
 * upper half, in the lower half the CRC32C over env and step (int64 each) and the bytes of every
 * field that is no image, in declared order, without padding. The step is part of it, so that a row
 * left over from an earlier chunk is never taken for a new one. For one thread.
 */
final class RowChecksum {
    private final List<StagingLayout.Column> columns;
    private final ByteBuffer row;
    private final ByteBuffer prefix =
            ByteBuffer.allocateDirect(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    private final CRC32C crc = new CRC32C();

    RowChecksum(List<StagingLayout.Column> columns, int rowBytes) {
        this.columns = columns.stream().filter(c -> !c.field().spec().image()).toList();
        row = ByteBuffer.allocateDirect(rowBytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** The row's bytes until the next {@link #take}. */
    ByteBuffer row() {
        return row;
    }

    /** Copies the row and starts its checksum. */
    void take(int env, long step, RowView view) {
        row.clear();
        row.put(0, view.bytes(), 0, row.capacity());
        crc.reset();
        prefix.clear();
        prefix.putLong(0, env).putLong(Long.BYTES, step);
        crc.update(prefix);
        addSpans();
    }

    /** Adds bytes that are not in the row itself, an image's for example. */
    void add(ByteBuffer bytes, int size) {
        crc.update(bytes.duplicate().clear().limit(size));
    }

    /** The mark of what was taken. */
    long mark(long step) {
        return step + 1 << Integer.SIZE | crc.getValue();
    }

    /** Neighbouring fields without a gap go in one call. */
    private void addSpans() {
        int start = 0;
        int end = 0;
        for (int i = 0; i < columns.size(); i++) {
            StagingLayout.Column column = columns.get(i);
            int offset = column.field().offsetBytes();
            if (offset != end) {
                addSpan(start, end);
                start = offset;
            }
            end = offset + column.rowBytes();
        }
        addSpan(start, end);
    }

    private void addSpan(int start, int end) {
        if (end > start) {
            row.limit(end).position(start);
            crc.update(row);
        }
    }
}
