package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.MappedByteBuffer;
import java.util.List;

/**
 * One area of the staging file, an env's own or lent to one continuous episode after the other: banks of a chunk's rows
 * per group of columns. What an earlier episode has left in it never passes for the next one's. Written by the sink's
 * thread; a bank's rows are read by others after they were announced to them.
 */
public final class StagingArea {
    private final StagingLayout layout;
    private final int number;
    private final long runId;
    private final MappedByteBuffer memory;
    private int demo;

    /**
     * Maps an area for the first time.
     *
     * @param number which one, from 0
     */
    public StagingArea(int number, StagingFile file) throws IOException {
        this.number = number;
        layout = file.layout();
        runId = file.runId();
        memory = file.mapArea(number);
    }

    public int number() {
        return number;
    }

    /** Gives the area to an episode. */
    public void begin(int newDemo) {
        demo = newDemo;
    }

    /** The mapped area, for reading at the layout's offsets. */
    public ByteBuffer memory() {
        return memory;
    }

    /** Waits until the rows staged so far are on the disk. Any thread. */
    public void force() {
        memory.force();
    }

    /** Stages the non-image fields of a step; once it returns they survive this process. */
    public void putStep(long step, RowView row, RowChecksum checksum) {
        checksum.take(runId, demo, step, row);
        List<ColumnGroup> groups = layout.stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            putRow(groups.get(i), step, checksum);
        }
    }

    private void putRow(ColumnGroup group, long step, RowChecksum checksum) {
        long mark = checksum.mark(step, group);
        ByteBuffer row = checksum.row().clear();
        List<ColumnGroup.Column> columns = group.columns();
        for (int i = 0; i < columns.size(); i++) {
            ColumnGroup.Column column = columns.get(i);
            memory.put(group.value(column, step), row, column.field().offsetBytes(), column.rowBytes());
        }
        memory.putLong(group.mark(step), mark);
    }
}
