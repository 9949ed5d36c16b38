package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.deflate.ChunkCodec;
import java.nio.ByteBuffer;
import java.util.zip.CRC32C;

/**
 * The finished chunks of one env's rows, one per column of a group, back to back in a pooled buffer. Filled by a
 * compressor, then handed to the HDF5 thread.
 */
final class PackedChunks {
    private final ByteBuffer bytes;
    private final int[] starts;
    private final int[] sizes;
    private final int[] crcs;
    private final CRC32C crc = new CRC32C();
    private int end;

    public PackedChunks(int columns, int capacity) {
        bytes = ByteBuffer.allocateDirect(capacity);
        starts = new int[columns];
        sizes = new int[columns];
        crcs = new int[columns];
    }

    public void clear() {
        end = 0;
    }

    /** Packs a column's chunk. */
    public void pack(int column, byte[] chunk, int size, int elementBytes, ChunkCodec codec) {
        starts[column] = end;
        sizes[column] = codec.encode(chunk, size, elementBytes, bytes, end);
        crc.reset();
        crc.update(bytes.duplicate().clear().position(end).limit(end + sizes[column]));
        crcs[column] = (int) crc.getValue();
        end += sizes[column];
    }

    public ByteBuffer bytes() {
        return bytes;
    }

    public int start(int column) {
        return starts[column];
    }

    public int size(int column) {
        return sizes[column];
    }

    /** CRC32C of a column's finished chunk. */
    public int crc(int column) {
        return crcs[column];
    }
}
