package io.github.roboreel.recorder.jhdf;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A channel that reads another one in blocks and keeps the latest of them, since each read of object storage is a
 * request. Closes the other. For one thread.
 */
final class BlockChannel implements SeekableByteChannel {
    private static final int USUAL_BLOCK_BYTES = 1 << 20;
    private static final int MAX_BLOCKS = 32;

    private final SeekableByteChannel source;
    private final long start;
    private final long size;
    private final int blockBytes;
    private final Map<Long, byte[]> blocks = new LinkedHashMap<>(MAX_BLOCKS, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, byte[]> eldest) {
            return size() > MAX_BLOCKS;
        }
    };

    private long position;

    /**
     * Of the bytes of a channel from a place on.
     *
     * @param start the byte that is the first
     */
    BlockChannel(SeekableByteChannel source, long start) throws IOException {
        this(source, start, USUAL_BLOCK_BYTES);
    }

    /** As above, in blocks of so many bytes. */
    BlockChannel(SeekableByteChannel source, long start, int blockBytes) throws IOException {
        this.blockBytes = blockBytes;
        this.source = source;
        this.start = start;
        size = source.size() - start;
    }

    @Override
    public int read(ByteBuffer out) throws IOException {
        if (!isOpen()) {
            throw new ClosedChannelException();
        }
        if (position >= size) {
            return -1;
        }
        int read = 0;
        while (out.hasRemaining() && position < size) {
            byte[] block = block(position / blockBytes);
            int from = (int) (position % blockBytes);
            int count = Math.min(out.remaining(), block.length - from);
            out.put(block, from, count);
            position += count;
            read += count;
        }
        return read;
    }

    private byte[] block(long index) throws IOException {
        byte[] known = blocks.get(index);
        if (known != null) {
            return known;
        }
        byte[] block = read(source, start + index * blockBytes, (int) Math.min(blockBytes, size - index * blockBytes));
        blocks.put(index, block);
        return block;
    }

    /** Reads bytes of a channel. */
    static byte[] read(SeekableByteChannel source, long from, int count) throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(count);
        source.position(from);
        while (bytes.hasRemaining()) {
            if (source.read(bytes) < 0) {
                throw new EOFException("it ends after " + (from + bytes.position()) + " bytes");
            }
        }
        return bytes.array();
    }

    @Override
    public int write(ByteBuffer bytes) {
        throw new NonWritableChannelException();
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public SeekableByteChannel position(long newPosition) {
        if (newPosition < 0) {
            throw new IllegalArgumentException("position " + newPosition);
        }
        position = newPosition;
        return this;
    }

    @Override
    public long size() {
        return size;
    }

    @Override
    public SeekableByteChannel truncate(long newSize) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return source.isOpen();
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
