package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.ExportRefusedException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** One TFRecord file, open to be read at any of its records. For one thread. */
final class RecordFile implements AutoCloseable {
    /** Length and its checksum. */
    private static final int HEAD_BYTES = Long.BYTES + Integer.BYTES;

    private static final int CRC_BYTES = Integer.BYTES;
    private static final int FIRST_ROOM = 16;

    private final DatasetSplits.Shard shard;
    private final FileChannel file;

    /** Opens it. */
    RecordFile(DatasetSplits.Shard shard) throws IOException {
        this.shard = shard;
        file = FileChannel.open(shard.file(), StandardOpenOption.READ);
    }

    /**
     * Where each record begins, found by their lengths alone.
     *
     * @throws ExportRefusedException when they are not as many as the dataset says
     */
    long[] starts() throws IOException {
        long[] starts = new long[FIRST_ROOM];
        int count = 0;
        long size = file.size();
        for (long at = 0; at < size; ) {
            if (count == shard.episodes()) {
                throw refused("holds more than the " + count + " records that " + RldsFolder.INFO + " says");
            }
            if (count == starts.length) {
                starts = Arrays.copyOf(starts, 2 * count);
            }
            starts[count] = at;
            at += HEAD_BYTES + length(at, count, size) + CRC_BYTES;
            count++;
        }
        if (count != shard.episodes()) {
            throw refused("holds " + count + " records, but " + RldsFolder.INFO + " says " + shard.episodes());
        }
        return Arrays.copyOf(starts, count);
    }

    /**
     * The payload of a record.
     *
     * @param start where it begins
     * @param record its number, for messages
     * @param memory is asked before it is read
     * @throws ExportRefusedException when its checksum is wrong, or it is too large
     */
    byte[] payload(long start, int record, Memory memory) throws IOException {
        long length = length(start, record, file.size());
        memory.take(length > Integer.MAX_VALUE - Long.BYTES ? Long.MAX_VALUE : length);
        byte[] payload = bytes(start + HEAD_BYTES, (int) length).array();
        int crc = bytes(start + HEAD_BYTES + length, CRC_BYTES).getInt();
        if (crc != MaskedCrc.of(payload)) {
            throw refused("has a wrong checksum of record " + record);
        }
        return payload;
    }

    private long length(long start, int record, long size) throws IOException {
        if (start + HEAD_BYTES + CRC_BYTES > size) {
            throw refused("is cut short in record " + record);
        }
        ByteBuffer head = bytes(start, HEAD_BYTES);
        if (head.getInt(Long.BYTES) != MaskedCrc.of(Arrays.copyOf(head.array(), Long.BYTES))) {
            throw refused("has a wrong checksum of the length of record " + record);
        }
        long bytes = head.getLong(0);
        if (bytes < 0 || bytes > size - start - HEAD_BYTES - CRC_BYTES) {
            throw refused("says that record " + record + " has " + Long.toUnsignedString(bytes)
                    + " bytes, more than follow in the file");
        }
        return bytes;
    }

    private ByteBuffer bytes(long at, int length) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        while (bytes.hasRemaining()) {
            if (file.read(bytes, at + bytes.position()) < 0) {
                throw refused("was cut while it was read");
            }
        }
        return bytes.flip();
    }

    private ExportRefusedException refused(String fault) {
        return new ExportRefusedException(shard.file() + " " + fault + "; restore it, or prepare the dataset again");
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
