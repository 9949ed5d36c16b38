package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.zip.CRC32C;

/** One owner's rows of a group of columns in an area after its writer died. Only rows whose checksum is right count. */
final class LegacyRows {
    private static final int NONE = -1;

    private final long owner;
    private final ColumnGroup group;
    private final ByteBuffer area;
    private final CRC32C crc = new CRC32C();

    /** Step of the good row at each place of each bank. */
    private final long[][] steps;

    private long lastRowEnd;

    /** Of an area's bytes, little-endian; one that was never used has zeros there. */
    LegacyRows(long owner, ColumnGroup group, ByteBuffer area) {
        this.owner = owner;
        this.group = group;
        this.area = area;
        steps = new long[group.banks()][group.chunkRows()];
        for (int bank = 0; bank < steps.length; bank++) {
            findRows(bank);
        }
    }

    private void findRows(int bank) {
        Arrays.fill(steps[bank], NONE);
        for (int i = 0; i < steps[bank].length; i++) {
            long step = (area.getLong(group.bank(bank) + i * Long.BYTES) >>> Integer.SIZE) - 1;
            boolean fits = step >= 0 && group.index(step) == i && bank(step) == bank;
            if (fits && isGood(step)) {
                steps[bank][i] = step;
                lastRowEnd = Math.max(lastRowEnd, step + 1);
            }
        }
    }

    private int bank(long step) {
        return (int) (group.chunk(step) % group.banks());
    }

    /** Whether the row at this step's place is the owner's of this step, images after all other fields. */
    private boolean isGood(long step) {
        crc.reset();
        ByteBuffer prefix = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        crc.update(prefix.putLong(owner).putLong(step).array());
        addFields(step, false);
        addFields(step, true);
        return (int) crc.getValue() == (int) area.getLong(group.mark(step));
    }

    private void addFields(long step, boolean images) {
        for (ColumnGroup.Column column : group.columns()) {
            if (column.field().spec().image() == images) {
                int from = group.value(column, step);
                crc.update(area.duplicate().limit(from + column.rowBytes()).position(from));
            }
        }
    }

    boolean has(long step) {
        return steps[bank(step)][group.index(step)] == step;
    }

    /** Behind the last step that is whole. */
    long end() {
        return lastRowEnd;
    }

    /** Copies one field of a good row. */
    void copy(long step, ColumnGroup.Column column, byte[] to, int at) {
        area.get(group.value(column, step), to, at, column.rowBytes());
    }
}
