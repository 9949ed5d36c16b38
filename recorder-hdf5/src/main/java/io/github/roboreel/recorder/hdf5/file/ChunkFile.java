package io.github.roboreel.recorder.hdf5.file;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.zip.CRC32C;

/** Stored chunks of a run file at places that are known, without the HDF5 library. For one thread at a time. */
public final class ChunkFile implements AutoCloseable {
    private final FileChannel channel;

    private ChunkFile(FileChannel channel) {
        this.channel = channel;
    }

    /** Opens it for reading. */
    public static ChunkFile open(Path runFile) throws IOException {
        return new ChunkFile(FileChannel.open(runFile, StandardOpenOption.READ));
    }

    /**
     * Stored bytes of a chunk.
     *
     * @param crc their CRC32C
     * @return empty when other bytes stand there
     */
    public Optional<byte[]> read(long place, int size, int crc) throws IOException {
        if (place < 0 || size <= 0 || place > channel.size() - size) {
            return Optional.empty();
        }
        ByteBuffer bytes = ByteBuffer.allocate(size);
        for (int n = 0; n >= 0 && bytes.hasRemaining(); ) {
            n = channel.read(bytes, place + bytes.position());
        }
        CRC32C sum = new CRC32C();
        sum.update(bytes.array());
        return !bytes.hasRemaining() && (int) sum.getValue() == crc ? Optional.of(bytes.array()) : Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
