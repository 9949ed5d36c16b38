package io.github.roboreel.recorder.hdf5.arrays;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.deflate.Compression;
import io.github.roboreel.recorder.hdf5.deflate.ImageCodec;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Compresses pictures as the recorder does, which takes less time and room than the library's filter. For one thread.
 */
final class PictureChunks {
    private static final int ALL_FILTERS = 0;
    private static final int AXES = 4;

    private final ImageCodec codec = Compression.byDefault().imageCodec();
    private ByteBuffer packed = ByteBuffer.allocateDirect(0);

    /** Whether an array holds pictures of bytes, each in a chunk of its own. */
    static boolean fit(DType dtype, long[] shape, long chunkRows) {
        return dtype == DType.UINT8 && shape.length == AXES && chunkRows == 1;
    }

    /** Stores the picture of that row, of {@code shape} (rows, height, width, channels). */
    void write(H5Dataset dataset, long row, long[] shape, byte[] pixels) throws IOException {
        int bound = ImageCodec.bound(pixels.length);
        packed = packed.capacity() < bound ? ByteBuffer.allocateDirect(bound) : packed;
        int size = codec.encode(pixels, Math.toIntExact(shape[2]), Math.toIntExact(shape[3]), packed);
        dataset.writeChunk(new long[] {row, 0, 0, 0}, ALL_FILTERS, packed, 0, size);
    }
}
