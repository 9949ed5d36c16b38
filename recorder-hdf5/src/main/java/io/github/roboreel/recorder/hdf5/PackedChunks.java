package io.github.roboreel.recorder.hdf5;

import java.nio.ByteBuffer;

/**
 * The finished chunks of one env's rows, one per column of a group, back to back in a pooled
 * buffer. Filled by a compressor, then handed to the HDF5 thread.
 */
final class PackedChunks {
    private final ByteBuffer bytes;
    private final int[] starts;
    private final int[] sizes;
    private int end;

    PackedChunks(int columns, int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        starts = new int[columns];
        sizes = new int[columns];
    }

    void clear() {
        end = 0;
    }

    /** Packs a column's chunk. */
    void pack(int column, byte[] chunk, int size, int elementBytes, ChunkCodec codec) {
        starts[column] = end;
        sizes[column] = codec.encode(chunk, size, elementBytes, bytes, end);
        end += sizes[column];
    }

    ByteBuffer bytes() {
        return bytes;
    }

    int start(int column) {
        return starts[column];
    }

    int size(int column) {
        return sizes[column];
    }
}
