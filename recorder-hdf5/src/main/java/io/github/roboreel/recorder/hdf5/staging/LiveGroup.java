package io.github.roboreel.recorder.hdf5.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;

/** The rows of one owner in a group of columns of an area that is being written. For one thread at a time. */
final class LiveGroup {
    private static final int MOST_BYTES = 1 << 20;

    private final FileChannel file;
    private final long area;
    private final ColumnGroup group;
    private final boolean lent;
    private long owner = -1;
    private long end;

    /** @param area start of the area in the file */
    LiveGroup(FileChannel file, long area, ColumnGroup group, boolean lent) {
        this.file = file;
        this.area = area;
        this.group = group;
        this.lent = lent;
    }

    ColumnGroup group() {
        return group;
    }

    /** Behind the owner's newest row; looks only at what came since the last look. */
    long end(long newOwner) throws IOException {
        if (owner != newOwner) {
            owner = newOwner;
            end = newestChunkStart();
        }
        boolean caughtUp = false;
        while (!caughtUp) {
            int left = group.chunkRows() - group.index(end);
            ByteBuffer marks = LiveBlock.marks(file, area, group, end, left);
            int rows = ownRows(marks, left);
            if (rows == 0 && wasOvertaken(marks)) {
                end = Math.max(end, newestChunkStart());
                continue;
            }
            end += rows;
            caughtUp = rows < left;
        }
        return end;
    }

    /** How many rows from the end on are there, in order. */
    private int ownRows(ByteBuffer marks, int most) throws IOException {
        int rows = 0;
        while (rows < most && step(marks, rows) == end + rows) {
            rows++;
        }
        return lent && rows > 0 && !isWhole(end + rows - 1) ? wholeRows(rows - 1) : rows;
    }

    /** Of so many rows, of which an earlier episode may have left the last ones, those of the owner. */
    private int wholeRows(int most) throws IOException {
        int least = 0;
        int beyond = most;
        while (least < beyond) {
            int middle = (least + beyond) / 2;
            if (isWhole(end + middle)) {
                least = middle + 1;
            } else {
                beyond = middle;
            }
        }
        return least;
    }

    /** Whether the place of the next row holds a later one already. */
    private boolean wasOvertaken(ByteBuffer marks) throws IOException {
        long step = step(marks, 0);
        boolean later = step > end && group.mark(step) == group.mark(end);
        return later && isWhole(step) && newestChunkStart() > end;
    }

    private static long step(ByteBuffer marks, int row) {
        return (marks.getLong(row * ColumnGroup.MARK_BYTES) >>> Integer.SIZE) - 1;
    }

    private boolean isWhole(long step) throws IOException {
        return LiveBlock.copy(file, area, group, owner, step, 1).isWhole(0);
    }

    private long newestChunkStart() throws IOException {
        long newest = 0;
        for (int bank = 0; bank < group.banks(); bank++) {
            long first = (long) bank * group.chunkRows();
            long step = step(LiveBlock.marks(file, area, group, first, 1), 0);
            if (step > newest && group.mark(step) == group.mark(first) && isWhole(step)) {
                newest = step;
            }
        }
        return newest;
    }

    /** The first step that may still be there. */
    OptionalLong oldest() {
        return end == 0
                ? OptionalLong.empty()
                : OptionalLong.of(Math.max(0, (group.chunk(end) - group.banks() + 1) * group.chunkRows()));
    }

    /** Copies of these rows, each of one bank. */
    List<LiveBlock> copy(long from, long to) throws IOException {
        int rowBytes =
                group.columns().stream().mapToInt(ColumnGroup.Column::rowBytes).sum();
        int most = Math.max(1, MOST_BYTES / Math.max(1, rowBytes));
        List<LiveBlock> blocks = new ArrayList<>();
        for (long at = from; at < to; ) {
            int left = Math.min(most, group.chunkRows() - group.index(at));
            int rows = (int) Math.min(left, to - at);
            blocks.add(LiveBlock.copy(file, area, group, owner, at, rows));
            at += rows;
        }
        return blocks;
    }
}
