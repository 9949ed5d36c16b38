package io.github.roboreel.recorder.hdf5.recover.legacy;

import io.github.roboreel.recorder.hdf5.staging.ColumnGroup;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.BitSet;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;

/**
 * One owner's rows of a group of columns in an area after its writer died. Only rows whose checksum is right count. A
 * row whose mark is damaged in its step is found by trying the steps that its place allows.
 *
 * <p>Behind them an area that was lent holds rows of episodes before. A bank is filled in order, so the first row of
 * somebody else ends what the owner has put there.
 */
public final class LegacyRows {
    private static final int NONE = -1;

    private final long owner;
    private final long[] others;
    private final ColumnGroup group;
    private final ByteBuffer area;
    private final CRC32C crc = new CRC32C();

    /** Step of the good row at each place of each bank. */
    private final long[][] steps;

    private final BitSet damagedSteps = new BitSet();
    private long lastRowEnd;

    /**
     * Of an area's bytes, little-endian; one that was never used has zeros there.
     *
     * @param others whoever may have had the area before
     */
    LegacyRows(long owner, long[] others, ColumnGroup group, ByteBuffer area) {
        this.owner = owner;
        this.others = others;
        this.group = group;
        this.area = area;
        steps = new long[group.banks()][group.chunkRows()];
        long newestChunk = NONE;
        for (int bank = 0; bank < steps.length; bank++) {
            newestChunk = Math.max(newestChunk, findRows(bank));
        }
        for (int bank = 0; bank < steps.length; bank++) {
            searchRows(bank, newestChunk);
        }
    }

    /** Finds the rows that are whole with their marks, and says which is the newest chunk of them. */
    private long findRows(int bank) {
        Arrays.fill(steps[bank], NONE);
        long newestChunk = NONE;
        for (int i = 0; i < steps[bank].length; i++) {
            long step = stepOf(mark(bank, i));
            if (fits(step, bank, i) && rowIsGood(owner, step)) {
                found(step);
                newestChunk = Math.max(newestChunk, group.chunk(step));
            }
        }
        return newestChunk;
    }

    private void searchRows(int bank, long newestChunk) {
        long[] chunks = chunksOf(bank, newestChunk);
        for (int i = 0; i < steps[bank].length; i++) {
            if (steps[bank][i] == NONE && mark(bank, i) != 0) {
                if (isOfAnother(bank, i)) {
                    return;
                }
                searchStep(bank, i, chunks);
            }
        }
    }

    private boolean isOfAnother(int bank, int index) {
        long step = stepOf(mark(bank, index));
        return fits(step, bank, index) && Arrays.stream(others).anyMatch(other -> rowIsGood(other, step));
    }

    /**
     * The chunks of which a bank can hold rows, the likeliest first. It holds rows of one chunk, and behind them rows
     * of the one that it held before; the chunk behind the newest that was found may have begun.
     */
    private long[] chunksOf(int bank, long newestChunk) {
        long newest = Math.max(newestChunk, 0);
        return LongStream.rangeClosed(newest - 2L * group.banks() + 1, newest + 1)
                .filter(chunk -> chunk >= 0 && chunk % group.banks() == bank)
                .map(chunk -> -chunk)
                .sorted()
                .map(chunk -> -chunk)
                .toArray();
    }

    private void searchStep(int bank, int index, long[] chunks) {
        for (long chunk : chunks) {
            long step = chunk * group.chunkRows() + index;
            if (rowIsGood(owner, step)) {
                found(step);
                return;
            }
        }
        long marked = stepOf(mark(bank, index));
        boolean plausible = marked >= 0 && Arrays.stream(chunks).anyMatch(c -> group.chunk(marked) == c);
        if (plausible && fits(marked, bank, index)) {
            damagedSteps.set((int) marked);
        }
    }

    private void found(long step) {
        steps[bank(step)][group.index(step)] = step;
        lastRowEnd = Math.max(lastRowEnd, step + 1);
    }

    private int bank(long step) {
        return (int) (group.chunk(step) % group.banks());
    }

    private long mark(int bank, int index) {
        return area.getLong(group.bank(bank) + index * Long.BYTES);
    }

    private static long stepOf(long mark) {
        return (mark >>> Integer.SIZE) - 1;
    }

    private boolean fits(long step, int bank, int index) {
        return step >= 0 && group.index(step) == index && bank(step) == bank;
    }

    /** Whether the row at this step's place is this owner's of this step, images after all other fields. */
    private boolean rowIsGood(long whose, long step) {
        crc.reset();
        ByteBuffer prefix = ByteBuffer.allocate(2 * Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        crc.update(prefix.putLong(whose).putLong(step).array());
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

    public boolean has(long step) {
        return steps[bank(step)][group.index(step)] == step;
    }

    /** Whether there is any. */
    boolean isEmpty() {
        return lastRowEnd == 0;
    }

    /** Behind the last step of which there is a trace, damaged or whole. */
    public long evidenceEnd() {
        return Math.max(lastRowEnd, damagedSteps.length());
    }

    /** Copies one field of a good row. */
    public void copy(long step, ColumnGroup.Column column, byte[] to, int at) {
        area.get(group.value(column, step), to, at, column.rowBytes());
    }
}
