package io.github.roboreel.recorder.hdf5.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Records of an open run, appended behind the areas of its staging file: the truth about it after a crash. A record
 * that was appended survives the death of the process; see FORMAT.md. Thread-safe.
 */
public final class Ledger {
    /** All of the episode is staged or recorded: no frame is on its way any more. */
    static final int COMPLETE = 1;

    static final int HAS_FINAL_ROW = 2;

    static final int STATUS_BYTES = 16;
    static final int CHUNK_ENTRY_BYTES = 16;

    /** SIGKILL cuts a write at page boundaries only. */
    private static final int PAGE_BYTES = 4096;

    /** A sector that was forced to the disk is not written again. */
    private static final int SECTOR_BYTES = 512;

    private static final int RUN = -1;

    private final StagingFile file;
    private final long runId;
    private ByteBuffer buffer = direct(PAGE_BYTES);
    private long end;
    private long sequence;

    Ledger(StagingFile file) {
        this.file = file;
        runId = file.runId();
        end = file.layout().ledger();
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * An episode begins; to be recorded before its first row is staged.
     *
     * @param initialRow as {@link ColumnGroup#copy} gives it
     * @param said UTF-8 JSON of what the begin says, where it is not what the run says; empty where it is
     */
    public synchronized void begin(int demo, int simEnv, int area, ByteBuffer initialRow, byte[] said)
            throws IOException {
        int rowBytes = initialRow.capacity();
        ByteBuffer record = start(rowBytes + said.length);
        record.put(LedgerRecord.HEAD_BYTES, initialRow, 0, rowBytes);
        record.put(LedgerRecord.HEAD_BYTES + rowBytes, said);
        append(RecordType.BEGIN, demo, simEnv, area, said.length);
    }

    /**
     * A chunk of a group of columns stands in the run file and will not change.
     *
     * @param group index of the step group; behind those, of the image
     * @param chunk from 0
     * @param rows steps that it holds
     * @param places of each column, or each plane of a frame
     */
    public synchronized void chunk(int demo, int group, long chunk, int rows, ChunkPlaces places) throws IOException {
        ByteBuffer record = start(places.count() * CHUNK_ENTRY_BYTES);
        for (int i = 0; i < places.count(); i++) {
            int at = LedgerRecord.HEAD_BYTES + i * CHUNK_ENTRY_BYTES;
            record.putLong(at, places.place(i)).putInt(at + 8, places.size(i)).putInt(at + 12, places.crc(i));
        }
        append(RecordType.CHUNK, demo, rows, chunk, group);
    }

    /**
     * Something happened in an episode.
     *
     * @param number of the event in it, from 0
     * @param json UTF-8
     */
    public synchronized void event(int demo, long number, byte[] json) throws IOException {
        start(json.length).put(LedgerRecord.HEAD_BYTES, json);
        append(RecordType.EVENT, demo, 0, number, 0);
    }

    /**
     * How an episode ended; to be recorded before its attributes change in the run file, and a second time when frames
     * were on their way still.
     *
     * @param complete whether all of it is staged or recorded
     * @param finalRow as {@link ColumnGroup#copy} gives it; null when there is none
     */
    public synchronized void end(int demo, DemoEnd how, boolean complete, ByteBuffer finalRow) throws IOException {
        int finalBytes = finalRow == null ? 0 : finalRow.capacity();
        int headBytes = STATUS_BYTES + Integer.BYTES;
        byte[] metadata = how.metadata();
        ByteBuffer record = start(headBytes + metadata.length + finalBytes);
        int at = LedgerRecord.HEAD_BYTES;
        record.put(at, how.statusBytes(STATUS_BYTES)).putInt(at + STATUS_BYTES, metadata.length);
        record.put(at + headBytes, metadata);
        if (finalRow != null) {
            record.put(at + headBytes + metadata.length, finalRow, 0, finalBytes);
        }
        int flags = (complete ? COMPLETE : 0) | (finalRow == null ? 0 : HAS_FINAL_ROW);
        append(RecordType.END, demo, Math.toIntExact(how.numEvents()), how.numSamples(), flags);
    }

    /** The run file was closed: compaction may move its chunks from now on. */
    public synchronized void closed() throws IOException {
        start(0);
        append(RecordType.CLOSED, RUN, 0, 0, 0);
    }

    /** Lets the next record start in a sector of its own. */
    public synchronized void startSector() {
        end = StagingLayout.roundUp(end, SECTOR_BYTES);
    }

    private ByteBuffer start(int payloadBytes) {
        int bytes = Math.addExact(LedgerRecord.HEAD_BYTES, payloadBytes);
        if (buffer.capacity() < bytes) {
            buffer = direct(bytes);
        }
        return buffer.limit(bytes);
    }

    private void append(RecordType type, int demo, int count, long number, int extra) throws IOException {
        LedgerRecord.putHead(buffer, type, runId, sequence + 1, demo, count, number, extra);
        int bytes = buffer.limit();
        long room = PAGE_BYTES - end % PAGE_BYTES;
        if (bytes > room && bytes <= PAGE_BYTES) {
            end += room;
        }
        file.write(buffer.position(0), end);
        // One that failed leaves no gap: the next is put in its place.
        sequence++;
        buffer.clear();
        end = StagingLayout.roundUp(end + bytes, LedgerRecord.ALIGNMENT);
    }

    /** Where the chunks of one record stand in the run file. */
    public static final class ChunkPlaces {
        private long[] places;
        private int[] sizes;
        private int[] crcs;
        private int count;

        public ChunkPlaces(int capacity) {
            places = new long[capacity];
            sizes = new int[capacity];
            crcs = new int[capacity];
        }

        public void clear() {
            count = 0;
        }

        /**
         * Adds the next column's.
         *
         * @param crc CRC32C of the stored bytes
         */
        public void add(long place, int size, int crc) {
            if (count == places.length) {
                places = Arrays.copyOf(places, 2 * count);
                sizes = Arrays.copyOf(sizes, 2 * count);
                crcs = Arrays.copyOf(crcs, 2 * count);
            }
            places[count] = place;
            sizes[count] = size;
            crcs[count++] = crc;
        }

        public int count() {
            return count;
        }

        long place(int index) {
            return places[index];
        }

        int size(int index) {
            return sizes[index];
        }

        int crc(int index) {
            return crcs[index];
        }
    }
}
