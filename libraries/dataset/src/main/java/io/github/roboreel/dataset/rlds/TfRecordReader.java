package io.github.roboreel.dataset.rlds;

import io.github.roboreel.format.fault.IoConsumer;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.ClosedChannelException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.CRC32C;

/** Reads a TFRecord file, record by record, and checks every checksum. */
final class TfRecordReader implements Closeable {
    private static final int LENGTH_BYTES = Long.BYTES;
    private static final int CRC_BYTES = Integer.BYTES;
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path file;
    private final InputStream in;
    private int record;

    /** Of a file from its beginning. */
    TfRecordReader(Path file) throws IOException {
        this.file = file;
        in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
    }

    /**
     * Reads the next record.
     *
     * @return whether there was one
     * @throws IOException when it is cut short or a checksum is wrong
     */
    boolean next(IoConsumer<InputStream> visitor) throws IOException {
        byte[] length = in.readNBytes(LENGTH_BYTES);
        if (length.length == 0) {
            return false;
        }
        require(length.length == LENGTH_BYTES, "is cut short");
        require(readCrc() == MaskedCrc.of(length), "has a length with a wrong checksum");
        Payload payload = new Payload(in, littleEndian(length).getLong());
        try {
            visitor.accept(payload);
        } catch (ClosedChannelException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            requireWhole(payload);
            throw e;
        }
        requireWhole(payload);
        record++;
        return true;
    }

    /** What a visitor makes of damaged bytes is misleading, so the damage is reported first. */
    private void requireWhole(Payload payload) throws IOException {
        payload.drain();
        require(readCrc() == MaskedCrc.of(payload.crc), "has a wrong checksum");
    }

    private int readCrc() throws IOException {
        byte[] crc = in.readNBytes(CRC_BYTES);
        require(crc.length == CRC_BYTES, "is cut short");
        return littleEndian(crc).getInt();
    }

    private static ByteBuffer littleEndian(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private void require(boolean ok, String fault) throws IOException {
        if (!ok) {
            throw new IOException(file + ": record " + record + " " + fault + "; export again");
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    /** The bytes of one payload, summed up as they pass. */
    private static final class Payload extends FilterInputStream {
        private final CRC32C crc = new CRC32C();
        private long left;

        Payload(InputStream in, long bytes) {
            super(in);
            left = bytes;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] to, int at, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int got = super.read(to, at, (int) Math.min(left, length));
            if (got > 0) {
                crc.update(to, at, got);
                left -= got;
            }
            return got;
        }

        @Override
        public long skip(long bytes) throws IOException {
            return readNBytes((int) Math.min(bytes, BUFFER_BYTES)).length;
        }

        void drain() throws IOException {
            byte[] rest = new byte[BUFFER_BYTES];
            while (read(rest, 0, rest.length) > 0) {}
        }

        /** The file continues after this payload. */
        @Override
        public void close() {}
    }
}
