package io.github.roboreel.recorder.hdf5.deflate;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.zip.Adler32;

/** HDF5's shuffle and deflate filters for camera frames, a zlib stream (RFC 1950) for each chunk. For one thread. */
public final class ImageCodec {
    private static final short ZLIB_HEADER = 0x7801;

    private final boolean storing;
    private final ImageDeflater deflater = new ImageDeflater();
    private final Adler32 adler = new Adler32();
    private byte[] pixels = new byte[0];
    private byte[] plain = new byte[0];
    private byte[] packed = new byte[0];

    /** Takes a chunk that is ready, in the first bytes of an array that is used again. */
    @FunctionalInterface
    public interface Packed {
        void take(FrameChunk chunk, byte[] bytes, int size) throws IOException;
    }

    /**
     * Makes a codec.
     *
     * @param storing whether nothing is compressed
     */
    ImageCodec(boolean storing) {
        this.storing = storing;
    }

    /** Whether the chunks of these frames are only copied: {@link #store} does it. */
    public boolean copies(List<FrameChunk> chunks) {
        return storing
                && chunks.size() == 1
                && chunks.get(0).image().spec().dtype().bytes() == 1;
    }

    /** Most bytes a chunk of that size can take. */
    public static int bound(int size) {
        return ImageDeflater.bound(size);
    }

    /**
     * Stores bytes as they are, block by block, so that the checksum finds in the cache what was copied just now.
     *
     * @param target has room for {@link #bound} bytes
     * @return size of the stream
     */
    public int store(ByteBuffer bytes, int size, ByteBuffer target, int at) {
        ByteBuffer out = target.duplicate().clear().position(at);
        ByteBuffer in = bytes.duplicate().clear();
        adler.reset();
        out.putShort(ZLIB_HEADER);
        for (int from = 0; from < size; from += StoredBlocks.MAX_BYTES) {
            int end = Math.min(size, from + StoredBlocks.MAX_BYTES);
            StoredBlocks.put(in.position(from).limit(end), end == size, out);
            adler.update(in.position(from));
        }
        out.putInt((int) adler.getValue());
        return out.position() - at;
    }

    /**
     * Encodes a picture of bytes that is a chunk of its own.
     *
     * @param pixels rows of {@code width} pixels, of {@code channels} bytes each
     * @param target has room for {@link #bound} bytes, and gets the stream at its start
     * @return size of the stream
     */
    public int encode(byte[] pixels, int width, int channels, ByteBuffer target) {
        packed = withRoom(packed, bound(pixels.length));
        ImageDeflater.Grid grid = new ImageDeflater.Grid(width * channels, channels);
        int size = deflater.deflate(pixels, pixels.length, grid, packed);
        target.put(0, packed, 0, size);
        return size;
    }

    /** Encodes all chunks of a frame, one after the other. */
    public void encode(ByteBuffer frame, List<FrameChunk> chunks, Packed to) throws IOException {
        int size = chunks.get(0).image().rowBytes();
        pixels = withRoom(pixels, size);
        frame.get(0, pixels, 0, size);
        for (FrameChunk chunk : chunks) {
            byte[] bytes = filtered(pixels, chunk);
            packed = withRoom(packed, bound(chunk.sizeBytes()));
            int packedBytes = storing ? store(bytes, chunk) : deflate(bytes, chunk);
            to.take(chunk, packed, packedBytes);
        }
    }

    /** A chunk's bytes as they are deflated: the first ones of an array that is used again. */
    public byte[] filtered(byte[] frame, FrameChunk chunk) {
        int elementBytes = chunk.image().spec().dtype().bytes();
        if (chunk.numPlanes() == 1 && elementBytes == 1) {
            return frame;
        }
        plain = withRoom(plain, chunk.sizeBytes());
        if (chunk.numPlanes() == 1) {
            ByteShuffle.shuffle(frame, chunk.sizeBytes(), elementBytes, plain);
        } else {
            split(frame, chunk);
        }
        return plain;
    }

    private void split(byte[] frame, FrameChunk chunk) {
        byte[] plane = plain;
        int size = chunk.sizeBytes();
        int step = chunk.numPlanes();
        int from = chunk.plane();
        for (int i = 0; i < size; i++) {
            plane[i] = frame[from];
            from += step;
        }
    }

    private int store(byte[] bytes, FrameChunk chunk) {
        return store(ByteBuffer.wrap(bytes), chunk.sizeBytes(), ByteBuffer.wrap(packed), 0);
    }

    private int deflate(byte[] bytes, FrameChunk chunk) {
        List<Integer> shape = chunk.image().spec().shape();
        int pixelBytes = shape.get(2) / chunk.numPlanes();
        ImageDeflater.Grid grid = new ImageDeflater.Grid(shape.get(1) * pixelBytes, pixelBytes);
        return deflater.deflate(bytes, chunk.sizeBytes(), grid, packed);
    }

    private static byte[] withRoom(byte[] array, int size) {
        return array.length < size ? new byte[size] : array;
    }
}
