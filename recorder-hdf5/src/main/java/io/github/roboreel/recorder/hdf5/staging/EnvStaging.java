package io.github.roboreel.recorder.hdf5.staging;

import io.github.roboreel.recorder.RunSpec;
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
 * One area of the staging file, an env's own or lent to one continuous episode after the other: the state of the
 * episode, the INITIAL and FINAL row, and banks of a chunk's rows per field. What an earlier episode has left in it
 * stays, and never passes for the next one's. Written by the sink's thread; a bank's rows are read by others after they
 * were announced to them.
 */
public final class EnvStaging {
    /** "RBENV001" read as a little-endian number. */
    static final long AREA_MAGIC = 0x3130_3056_4e45_4252L;

    /** "RBEPIS01" read as a little-endian number. */
    static final long EPISODE_MAGIC = 0x3130_5349_5045_4252L;

    static final int ENV_OFFSET = 8;
    static final int AREA_CRC_OFFSET = 12;

    /** Where areas are lent. */
    static final int SIM_ENV_OFFSET = 12;

    static final int LENT_CRC_OFFSET = 16;

    private static final int EPISODE_CRC_OFFSET = 60;
    static final int STATUS_BYTES = 16;

    private final RunSpec run;
    private final StagingLayout layout;
    private final MappedByteBuffer area;
    private int env;
    private long owner;
    private int episodeWrites;

    /**
     * Maps an area for the first time.
     *
     * @param area which one, from 0
     */
    public EnvStaging(RunSpec run, int area, StagingFile file) throws IOException {
        this.run = run;
        this.layout = file.layout();
        this.area = file.mapArea(area);
    }

    /**
     * Gives the area to an episode.
     *
     * @param newEnv number of its demo
     * @param simEnv the simulator's env, noted where areas are lent
     */
    public void begin(int newEnv, int simEnv) {
        env = newEnv;
        owner = RowChecksum.owner(run, env);
        episodeWrites = 0;
        area.putLong(0, AREA_MAGIC).putInt(ENV_OFFSET, env);
        if (layout.isLent()) {
            area.putInt(SIM_ENV_OFFSET, simEnv);
            area.putInt(LENT_CRC_OFFSET, checksum(area, 0, LENT_CRC_OFFSET));
        } else {
            area.putInt(AREA_CRC_OFFSET, checksum(area, 0, AREA_CRC_OFFSET));
        }
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

    static int checksum(ByteBuffer bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().position(from).limit(from + size));
        return (int) crc.getValue();
    }

    public void putInitial(RowView row, RowChecksum checksum) {
        checksum.take(owner, 0, row);
        putRow(layout.initialRow(), 0, row, checksum);
    }

    public void putFinal(RowView row, RowChecksum checksum) {
        checksum.take(owner, 0, row);
        putRow(layout.finalRow(), 0, row, checksum);
    }

    /** Stages the non-image fields of a step; once it returns they survive this process. */
    public void putStep(long step, RowView row, RowChecksum checksum) {
        checksum.take(owner, step, row);
        List<ColumnGroup> groups = layout.stepGroups();
        for (int i = 0; i < groups.size(); i++) {
            putRow(groups.get(i), step, row, checksum);
        }
    }

    private void putRow(ColumnGroup group, long step, RowView row, RowChecksum checksum) {
        checksum.start(group);
        if (layout.isLent()) {
            // The mark of an earlier episode's row would look like a damaged one of this episode in mid-copy.
            area.putLong(group.mark(step), 0);
        }
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
