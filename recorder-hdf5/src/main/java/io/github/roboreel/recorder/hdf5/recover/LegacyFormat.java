package io.github.roboreel.recorder.hdf5.recover;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.RunSpec;
import java.nio.ByteBuffer;
import java.util.OptionalInt;
import java.util.zip.CRC32C;

/** Constants of staging files of versions 1 to 3; see FORMAT.md. */
final class LegacyFormat {
    /** "RBENV001" read as a little-endian number. */
    static final long AREA_MAGIC = 0x3130_3056_4e45_4252L;

    /** "RBEPIS01" read as a little-endian number. */
    static final long EPISODE_MAGIC = 0x3130_5349_5045_4252L;

    /** "RBFRAME1" read as a little-endian number. */
    static final long FRAME_MAGIC = 0x3145_4d41_5246_4252L;

    static final int ENV_OFFSET = 8;

    /** Where areas are lent. */
    static final int SIM_ENV_OFFSET = 12;

    static final int LENT_CRC_OFFSET = 16;
    static final int STATUS_BYTES = 16;

    static final int AREA_HEAD_BYTES = 64;
    static final int EPISODE_SLOTS = 2;
    static final int METADATA_BYTES = EpisodeMetadata.MAX_BYTES;
    private static final int EPISODE_SLOT_BYTES = 64 + METADATA_BYTES;

    static final int FRAME_HEAD_BYTES = 64;

    /** 0 there in staging of version 1, too. */
    static final int PLANE_OFFSET = 40;

    /** The disk was made to hold the log in steps of that many bytes. */
    static final int RESERVED_LOG_BYTES = 8 << 20;

    private LegacyFormat() {}

    static int episodeSlot(int slot) {
        return AREA_HEAD_BYTES + slot * EPISODE_SLOT_BYTES;
    }

    /** Bytes a frame's chunk of that size takes in the log. */
    static long recordBytes(long payloadBytes) {
        long alignment = FRAME_HEAD_BYTES;
        return alignment + (payloadBytes + alignment - 1) / alignment * alignment;
    }

    /** Whose a row is: its env; of continuous episodes its run, in the upper half, and its demo. */
    static long owner(RunSpec run, int demo) {
        return run.isContinuous() ? (long) run.run() << Integer.SIZE | demo : demo;
    }

    /** Who has an area that was lent, as its header says; empty when that is damaged or was never written. */
    static OptionalInt holder(ByteBuffer area) {
        int demo = area.getInt(ENV_OFFSET);
        boolean good = area.getLong(0) == AREA_MAGIC
                && demo >= 0
                && area.getInt(LENT_CRC_OFFSET) == checksum(area, 0, LENT_CRC_OFFSET);
        return good ? OptionalInt.of(demo) : OptionalInt.empty();
    }

    static int checksum(ByteBuffer bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate().clear().position(from).limit(from + size));
        return (int) crc.getValue();
    }
}
