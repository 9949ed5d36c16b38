package io.github.roboreel.recorder.hdf5.staging;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.util.zip.CRC32C;

/**
 * Records of a ledger in the order in which they were appended, also while it grows. What is damaged is passed over
 * where a whole record follows. For one thread.
 */
final class LedgerScan {
    private static final int WINDOW_BYTES = 1 << 18;

    private final FileChannel file;
    private final long runId;
    private final ByteBuffer window = ByteBuffer.allocateDirect(WINDOW_BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .limit(0);
    private long windowStart;
    private long at;
    private long sequence;
    private long lost;

    LedgerScan(FileChannel file, long start, long runId) {
        this.file = file;
        this.runId = runId;
        at = start;
        windowStart = start;
    }

    /** The next record; null when there is no other yet. */
    LedgerRecord next() throws IOException {
        long end = file.size();
        boolean fresh = false;
        boolean again = false;
        for (long position = at; position + LedgerRecord.HEAD_BYTES <= end; ) {
            if (!holds(position)) {
                load(position);
                fresh = true;
            }
            if (!holds(position)) {
                return null;
            }
            LedgerRecord record = LedgerRecord.parse(window, Math.toIntExact(position - windowStart), position, runId);
            if (record != null && record.sequence() > sequence && isWhole(record, end)) {
                if (!again && record.sequence() > sequence + 1) {
                    // A read may take pages of before a record and later ones of behind it: by now it is there.
                    again = true;
                    position = at;
                    load(position);
                    fresh = true;
                    continue;
                }
                lost += record.sequence() - sequence - 1;
                sequence = record.sequence();
                at = record.end();
                return record;
            }
            if (!fresh) {
                // What the window holds may be older than the record.
                load(position);
                fresh = true;
            } else {
                // Behind a head that is whole the next record is known to be; so time stays with the size of the file.
                position = record == null ? position + LedgerRecord.ALIGNMENT : record.end();
            }
        }
        return null;
    }

    /** Behind the last record that is whole. */
    long end() {
        return at;
    }

    /** Records that were appended and are not whole any more. */
    long lost() {
        return lost;
    }

    private boolean holds(long position) {
        return position >= windowStart && position + LedgerRecord.HEAD_BYTES <= windowStart + window.limit();
    }

    private void load(long position) throws IOException {
        windowStart = position;
        window.clear();
        for (int n = 0; n >= 0 && window.hasRemaining(); ) {
            n = file.read(window, position + window.position());
        }
        window.flip();
    }

    private boolean isWhole(LedgerRecord record, long end) throws IOException {
        LedgerRecord.Payload payload = record.payload();
        if (payload.position() + payload.bytes() > end) {
            return false;
        }
        CRC32C crc = new CRC32C();
        long start = payload.position() - windowStart;
        if (start + payload.bytes() <= window.limit()) {
            crc.update(window.duplicate().limit((int) start + payload.bytes()).position((int) start));
        } else {
            ByteBuffer part = ByteBuffer.allocate(Math.min(WINDOW_BYTES, payload.bytes()));
            for (long done = 0; done < payload.bytes(); done += part.limit()) {
                part.clear().limit((int) Math.min(part.capacity(), payload.bytes() - done));
                if (!readFully(file, part, payload.position() + done)) {
                    return false;
                }
                crc.update(part.flip());
            }
        }
        return (int) crc.getValue() == payload.crc();
    }

    /** False when the file ends before the buffer is full. */
    static boolean readFully(FileChannel file, ByteBuffer to, long position) throws IOException {
        int start = to.position();
        for (int n = 0; n >= 0 && to.hasRemaining(); ) {
            n = file.read(to, position + to.position() - start);
        }
        return !to.hasRemaining();
    }
}
