package io.github.roboreel.recorder.hdf5.deflate;

import java.nio.ByteBuffer;
import java.util.zip.Adler32;

/**
 * HDF5's shuffle and deflate filters for one chunk at a time, as one zlib stream (RFC 1950). After the shuffle the
 * bytes of equal significance stand together; those that look random, the low mantissa bytes of measured values, go in
 * as stored blocks, which costs no time and is smaller than deflating them. Finished chunks always pass both filters,
 * even where that saves nothing: jHDF, for one, does not heed a chunk's filter mask. For one thread; close it.
 */
public final class ChunkCodec implements AutoCloseable {
    private static final int ZLIB_HEADER = 0x7801;

    private final BlockDeflater deflater;
    private final RandomnessTest randomness = new RandomnessTest();
    private final Adler32 adler = new Adler32();
    private byte[] planes = new byte[0];

    ChunkCodec(BlockDeflater deflater) {
        this.deflater = deflater;
    }

    /**
     * Shuffles and deflates a chunk.
     *
     * @param elementBytes size of an element; the shuffle is over the whole chunk
     * @param target direct buffer with room for {@link #bound} bytes
     * @return compressed size
     */
    public int encode(byte[] chunk, int size, int elementBytes, ByteBuffer target, int at) {
        if (elementBytes == 1) {
            return deflate(chunk, size, 1, target, at);
        }
        reserve(size);
        ByteShuffle.shuffle(chunk, size, elementBytes, planes);
        return deflate(planes, size, elementBytes, target, at);
    }

    /** Most bytes a chunk of that size can take. */
    public static int bound(int size) {
        return Math.addExact(size, size / 64 + 128);
    }

    private int deflate(byte[] bytes, int size, int numPlanes, ByteBuffer target, int at) {
        ByteBuffer out = target.duplicate().clear().position(at);
        out.putShort((short) ZLIB_HEADER);
        int planeBytes = size / numPlanes;
        int from = 0;
        while (from < size) {
            boolean stored = isStored(bytes, from, planeBytes, numPlanes);
            int end = from + planeBytes;
            while (end < size && isStored(bytes, end, planeBytes, numPlanes) == stored) {
                end += planeBytes;
            }
            putBlocks(bytes, from, end - from, stored, end == size, out);
            from = end;
        }
        adler.reset();
        adler.update(bytes, 0, size);
        out.putInt((int) adler.getValue());
        return out.position() - at;
    }

    /** Bytes on their own may repeat in longer patterns: those are tried. */
    private boolean isStored(byte[] bytes, int from, int planeBytes, int numPlanes) {
        return numPlanes > 1 && deflater != BlockDeflater.NONE && randomness.looksRandom(bytes, from, planeBytes);
    }

    private void putBlocks(byte[] bytes, int from, int size, boolean stored, boolean last, ByteBuffer out) {
        if (stored || !deflater.deflate(bytes, from, size, last, out)) {
            StoredBlocks.put(bytes, from, size, last, out);
        }
    }

    private void reserve(int size) {
        if (planes.length < size) {
            planes = new byte[size];
        }
    }

    @Override
    public void close() {
        deflater.close();
    }
}
