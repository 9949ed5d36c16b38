package io.github.roboreel.recorder.hdf5;

import java.nio.ByteBuffer;
import java.util.zip.Deflater;

/**
 * HDF5's shuffle and deflate filters for one chunk at a time. Finished chunks always pass both,
 * even where that saves nothing: jHDF, for one, does not heed a chunk's filter mask. For one
 * thread; close it.
 */
final class ChunkCodec implements AutoCloseable {
    private final Deflater deflater;
    private byte[] shuffled = new byte[0];

    ChunkCodec(int level) {
        deflater = new Deflater(level);
    }

    /**
     * Shuffles and deflates a chunk.
     *
     * @param elementBytes size of an element; the shuffle is over the whole chunk
     * @param target direct buffer with room for {@link #bound} bytes
     * @return compressed size
     */
    int encode(byte[] chunk, int size, int elementBytes, ByteBuffer target, int at) {
        deflater.reset();
        if (elementBytes == 1) {
            deflater.setInput(chunk, 0, size);
        } else {
            deflater.setInput(shuffle(chunk, size, elementBytes), 0, size);
        }
        return deflate(size, target, at);
    }

    /** As {@link #encode} for a chunk of single bytes in a direct buffer. */
    int encode(ByteBuffer chunk, int size, ByteBuffer target, int at) {
        deflater.reset();
        deflater.setInput(chunk.duplicate().clear().limit(size));
        return deflate(size, target, at);
    }

    /** Most bytes a chunk of that size can take; generous compared to zlib's deflateBound. */
    static int bound(int size) {
        return Math.addExact(size, size / 64 + 128);
    }

    private int deflate(int size, ByteBuffer target, int at) {
        deflater.finish();
        ByteBuffer out = target.duplicate().clear().position(at);
        deflater.deflate(out);
        if (!deflater.finished()) {
            throw new IllegalStateException("a chunk of " + size + " bytes outgrew its buffer");
        }
        return out.position() - at;
    }

    private byte[] shuffle(byte[] chunk, int size, int elementBytes) {
        if (shuffled.length < size) {
            shuffled = new byte[size];
        }
        int count = size / elementBytes;
        for (int b = 0; b < elementBytes; b++) {
            int to = b * count;
            for (int from = b; from < size; from += elementBytes) {
                shuffled[to++] = chunk[from];
            }
        }
        return shuffled;
    }

    @Override
    public void close() {
        deflater.end();
    }
}
