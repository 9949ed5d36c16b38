package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.IoConsumer;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Goes through the chunks of a dataset as they are stored, in order of their places in it. */
public final class StoredChunks {
    private static final int MIN_BYTES = 1 << 16;

    private ByteBuffer buffer = direct(MIN_BYTES);

    /**
     * Visits the places of all chunks, stored or not; none when no chunk is stored.
     *
     * @throws IOException when the dataset is not stored in chunks
     */
    public static void each(H5Dataset dataset, String path, IoConsumer<long[]> visit) throws IOException {
        H5Dataset.Grid grid = dataset.grid();
        if (grid.chunk().length == 0) {
            throw new IOException(path + " is not stored in chunks");
        }
        long[] offset = new long[grid.chunk().length];
        boolean more = !grid.isEmpty() && Arrays.stream(grid.extent()).noneMatch(length -> length == 0);
        while (more) {
            visit.accept(offset.clone());
            more = advance(offset, grid);
        }
    }

    /** To the next chunk, the last axis first; false behind the last one. */
    private static boolean advance(long[] offset, H5Dataset.Grid grid) {
        for (int axis = offset.length - 1; axis >= 0; axis--) {
            offset[axis] += grid.chunk()[axis];
            if (offset[axis] < grid.extent()[axis]) {
                return true;
            }
            offset[axis] = 0;
        }
        return false;
    }

    /**
     * A chunk as it is stored.
     *
     * @param skippedFilters bit i set: filter i of the pipeline was not applied
     * @param bytes from position 0 to the limit; valid until the next read
     */
    public record Chunk(int skippedFilters, ByteBuffer bytes) {}

    /** Reads the chunk there; null when there is none. */
    public Chunk read(H5Dataset dataset, long[] offset) throws IOException {
        int size = Math.toIntExact(dataset.chunkBytes(offset));
        if (size == 0) {
            return null;
        }
        if (buffer.capacity() < size) {
            buffer = direct(Math.max(size, 2 * buffer.capacity()));
        }
        int skipped = dataset.readChunk(offset, buffer);
        return new Chunk(skipped, buffer.duplicate().position(0).limit(size));
    }

    private static ByteBuffer direct(int bytes) {
        return ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
