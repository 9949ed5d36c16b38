package io.github.roboreel.recorder.hdf5.staging;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * A record of the ledger. What {@code count}, {@code number} and {@code extra} say depends on the type; see FORMAT.md.
 *
 * @param sequence from 1, without a gap
 * @param demo number of the demo; -1 for the run
 * @param payload where its payload stands in the file
 */
record LedgerRecord(RecordType type, long sequence, int demo, int count, long number, int extra, Payload payload) {
    /** "RBL4" read as a little-endian number. */
    static final int MAGIC = 0x344c_4252;

    static final int HEAD_BYTES = 64;

    /** Records start at multiples of it. */
    static final int ALIGNMENT = 64;

    private static final int TYPE = 4;
    private static final int RUN_ID = 8;
    private static final int SEQUENCE = 16;
    private static final int DEMO = 24;
    private static final int PAYLOAD_BYTES = 28;
    private static final int PAYLOAD_CRC = 32;
    private static final int COUNT = 36;
    private static final int NUMBER = 40;
    private static final int EXTRA = 48;
    private static final int HEAD_CRC = 60;

    /** Bytes of the file that follow a record's head. */
    record Payload(long position, int bytes, int crc) {}

    /** Writes the head of a record whose payload stands behind it in the same buffer. */
    static void putHead(
            ByteBuffer to, RecordType type, long runId, long sequence, int demo, int count, long number, int extra) {
        int payloadBytes = to.limit() - HEAD_BYTES;
        to.putInt(0, MAGIC).putInt(TYPE, type.code()).putLong(RUN_ID, runId).putLong(SEQUENCE, sequence);
        to.putInt(DEMO, demo).putInt(PAYLOAD_BYTES, payloadBytes);
        to.putInt(PAYLOAD_CRC, crc(to, HEAD_BYTES, payloadBytes));
        to.putInt(COUNT, count).putLong(NUMBER, number).putInt(EXTRA, extra);
        to.putLong(EXTRA + Integer.BYTES, 0);
        to.putInt(HEAD_CRC, crc(to, 0, HEAD_CRC));
    }

    /**
     * Reads a head.
     *
     * @param at start of the head in the buffer
     * @param position start of the head in the file
     * @return null when there is none of this run
     */
    static LedgerRecord parse(ByteBuffer from, int at, long position, long runId) {
        boolean whole = from.getInt(at) == MAGIC
                && from.getLong(at + RUN_ID) == runId
                && from.getInt(at + HEAD_CRC) == crc(from, at, HEAD_CRC);
        RecordType type = whole ? RecordType.of(from.getInt(at + TYPE)) : null;
        int payloadBytes = whole ? from.getInt(at + PAYLOAD_BYTES) : -1;
        if (type == null || payloadBytes < 0) {
            return null;
        }
        return new LedgerRecord(
                type,
                from.getLong(at + SEQUENCE),
                from.getInt(at + DEMO),
                from.getInt(at + COUNT),
                from.getLong(at + NUMBER),
                from.getInt(at + EXTRA),
                new Payload(position + HEAD_BYTES, payloadBytes, from.getInt(at + PAYLOAD_CRC)));
    }

    static int crc(ByteBuffer bytes, int from, int size) {
        CRC32C crc = new CRC32C();
        crc.update(bytes.duplicate()
                .order(ByteOrder.LITTLE_ENDIAN)
                .clear()
                .position(from)
                .limit(from + size));
        return (int) crc.getValue();
    }

    /** Where the next record may start. */
    long end() {
        return StagingLayout.roundUp(payload.position() + payload.bytes(), ALIGNMENT);
    }
}
