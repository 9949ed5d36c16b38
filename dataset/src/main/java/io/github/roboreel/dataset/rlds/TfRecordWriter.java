package io.github.roboreel.dataset.rlds;

import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;
import java.util.zip.CheckedOutputStream;

/** Writes a TFRecord file: each record framed by its length and two checksums. */
final class TfRecordWriter implements Closeable {
    /** Bytes around a payload: length, its checksum, the payload's checksum. */
    static final int FRAME_BYTES = 16;

    private static final int BUFFER_BYTES = 1 << 16;

    private final OutputStream out;

    TfRecordWriter(Path file) throws IOException {
        out = new BufferedOutputStream(Files.newOutputStream(file, StandardOpenOption.CREATE_NEW), BUFFER_BYTES);
    }

    void write(ExampleBuilder example) throws IOException {
        byte[] length = littleEndian(Long.BYTES).putLong(example.payloadBytes()).array();
        out.write(length);
        writeCrc(MaskedCrc.of(length));
        CheckedOutputStream payload = new CheckedOutputStream(out, new CRC32C());
        example.writeTo(payload);
        writeCrc(MaskedCrc.of(payload.getChecksum()));
    }

    private void writeCrc(int crc) throws IOException {
        out.write(littleEndian(Integer.BYTES).putInt(crc).array());
    }

    private static ByteBuffer littleEndian(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
