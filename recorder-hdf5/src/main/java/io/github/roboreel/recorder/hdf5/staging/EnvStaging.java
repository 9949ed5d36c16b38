package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.hdf5.write.EpisodeEnd;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.util.List;
import java.util.zip.CRC32C;

/**
 * One env's area of the staging file: the state of its episode, the INITIAL and FINAL row, and banks of a chunk's rows
 * per field. Written by the sink's thread; a bank's rows are read by others after they were announced to them.
 */
public final class EnvStaging {
    /** "RBENV001" read as a little-endian number. */
    static final long AREA_MAGIC = 0x3130_3056_4e45_4252L;

    /** "RBEPIS01" read as a little-endian number. */
    static final long EPISODE_MAGIC = 0x3130_5349_5045_4252L;

    private static final int AREA_CRC_OFFSET = 12;
    private static final int EPISODE_CRC_OFFSET = 60;
    static final int STATUS_BYTES = 16;

    private final int env;
    private final StagingLayout layout;
    private final MappedByteBuffer area;
    private int episodeWrites;

    public EnvStaging(int env, StagingFile file) throws IOException {
        this.env = env;
        this.layout = file.layout();
        this.area = file.mapArea(env);
        area.putLong(0, AREA_MAGIC).putInt(8, env);
        area.putInt(AREA_CRC_OFFSET, checksum(area, 0, AREA_CRC_OFFSET));
    }

    /** The mapped area, for reading at the layout's offsets. */
    public ByteBuffer area() {
        return area;
    }

    /**
     * Notes how far the episode is; the older of the two slots is overwritten, so that a torn write leaves the other.
     */
    public void putEpisode(EpisodeEnd end) {
        int slot = layout.episodeSlot(episodeWrites++ % StagingLayout.EPISODE_SLOTS);
        ByteBuffer bytes = ByteBuffer.allocate(StagingLayout.EPISODE_SLOT_BYTES);
        bytes.order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(EPISODE_MAGIC).putInt(episodeWrites).putInt(env);
        bytes.putLong(end.numSamples()).putInt(end.hasFinalRow() ? 1 : 0);
        bytes.putInt(end.metadata().length);
        bytes.put(end.statusBytes(STATUS_BYTES));
        bytes.put(StagingLayout.EPISODE_SLOT_BYTES - StagingLayout.METADATA_BYTES, end.metadata());
        bytes.putInt(EPISODE_CRC_OFFSET, episodeChecksum(bytes));
        area.put(slot, bytes.array());
    }

    private static int episodeChecksum(ByteBuffer slot) {
        CRC32C crc = new CRC32C();
        crc.update(slot.array(), 0, EPISODE_CRC_OFFSET);
        crc.update(slot.array(), 64, StagingLayout.METADATA_BYTES);
        return (int) crc.getValue();
    }

    private static int checksum(ByteBuffer bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().position(from).limit(from + size));
        return (int) crc.getValue();
    }

    public void putInitial(RowView row, RowChecksum checksum) {
        checksum.take(env, 0, row);
        putRow(layout.initialRow(), 0, row, checksum);
    }

    public void putFinal(RowView row, RowChecksum checksum) {
        checksum.take(env, 0, row);
        putRow(layout.finalRow(), 0, row, checksum);
    }

    /** Stages the non-image fields of a step; once it returns they survive this process. */
    public void putStep(long step, RowView row, RowChecksum checksum) {
        checksum.take(env, step, row);
        List<ColumnGroup> groups = layout.stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            putRow(groups.get(i), step, row, checksum);
        }
    }

    private void putRow(ColumnGroup group, long step, RowView row, RowChecksum checksum) {
        checksum.start(group);
        List<ColumnGroup.Column> columns = group.columns();
        for (int i = 0; i < columns.size(); i++) {
            ColumnGroup.Column column = columns.get(i);
            int at = group.value(column, step);
            if (column.field().spec().image()) {
                Frame frame = row.frame(column.field());
                area.put(at, frame.bytes(), 0, column.rowBytes());
                checksum.add(frame.bytes(), column.rowBytes());
            } else {
                area.put(at, checksum.row(), column.field().offsetBytes(), column.rowBytes());
            }
        }
        area.putLong(group.mark(step), checksum.mark(step));
    }
}
