package io.github.roboreel.dataset.rlds;

import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** A file that takes bytes until their number is known, and gives them back in pieces. */
final class ScratchFile implements Closeable {
    private static final int COPY_BYTES = 1 << 20;

    private final Path path;
    private final FileChannel channel;
    private final byte[] copy = new byte[COPY_BYTES];

    ScratchFile(Path path) throws IOException {
        this.path = path;
        channel = FileChannel.open(
                path, StandardOpenOption.CREATE_NEW, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    long size() throws IOException {
        return channel.position();
    }

    /** Appends. */
    void write(byte[] bytes, int from, int length) throws IOException {
        ByteBuffer rest = ByteBuffer.wrap(bytes, from, length);
        while (rest.hasRemaining()) {
            channel.write(rest);
        }
    }

    /** Copies a piece of it. */
    void copy(long offset, long length, OutputStream out) throws IOException {
        long end = offset + length;
        for (long at = offset; at < end; ) {
            int wanted = (int) Math.min(copy.length, end - at);
            int got = channel.read(ByteBuffer.wrap(copy, 0, wanted), at);
            if (got <= 0) {
                throw new IOException(path + " ends early, at byte " + at + "; export again");
            }
            out.write(copy, 0, got);
            at += got;
        }
    }

    void clear() throws IOException {
        channel.truncate(0);
        channel.position(0);
    }

    /** Closes and removes it. */
    @Override
    public void close() throws IOException {
        channel.close();
        Files.deleteIfExists(path);
    }
}
