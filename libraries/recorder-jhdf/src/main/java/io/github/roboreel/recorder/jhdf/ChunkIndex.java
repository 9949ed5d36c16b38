package io.github.roboreel.recorder.jhdf;

import io.jhdf.Constants;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.dataset.chunked.Chunk;
import io.jhdf.dataset.chunked.ChunkOffset;
import io.jhdf.dataset.chunked.ChunkedDatasetBase;
import io.jhdf.object.message.DataLayoutMessage;
import io.jhdf.object.message.DataLayoutMessage.ChunkedDataLayoutMessageV4;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Map;

/**
 * The chunks of a dataset as they are stored. The library reads which filters a chunk has skipped, but neither heeds it
 * nor gives it away; so it is asked by reflection, which its version being fixed makes safe.
 */
final class ChunkIndex {
    private static final Method LOOKUP = lookup();

    private final ChunkedDataset dataset;
    private final Map<?, ?> chunks;

    private ChunkIndex(ChunkedDataset dataset, Map<?, ?> chunks) {
        this.dataset = dataset;
        this.chunks = chunks;
    }

    private static Method lookup() {
        try {
            Method lookup = ChunkedDatasetBase.class.getDeclaredMethod("getChunkLookup");
            lookup.setAccessible(true);
            return lookup;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException("this jHDF has no getChunkLookup; use the version of the project", e);
        }
    }

    /**
     * Of a dataset.
     *
     * @param fileBytes how long the file is
     * @throws IOException when the library would number its chunks wrongly, or it cannot be true
     */
    static ChunkIndex of(ChunkedDataset dataset, long fileBytes) throws IOException {
        DataLayoutMessage layout = ((DatasetBase) dataset).getHeader().getMessageOfType(DataLayoutMessage.class);
        if (!(layout instanceof ChunkedDataLayoutMessageV4 newLayout)) {
            return read(dataset);
        }
        byte type = newLayout.getIndexingType();
        if (type == ChunkedDataLayoutMessageV4.IMPLICIT_INDEX
                && chunkCount(dataset) * chunkBytes(dataset) > fileBytes) {
            throw new IOException("its chunks take more than the file has, so it is damaged");
        }
        boolean isArray = type == ChunkedDataLayoutMessageV4.FIXED_ARRAY_INDEX
                || type == ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX;
        if (isArray && mayGrowBehindFirstAxis(dataset)) {
            throw Damage.notReadHere("its rows may grow, and plain Java does not find its chunks then", null);
        }
        ChunkIndex index = read(dataset);
        boolean isExtensible = type == ChunkedDataLayoutMessageV4.EXTENSIBLE_ARRAY_INDEX;
        if (isExtensible && index.chunks.size() < chunkCount(dataset)) {
            throw Damage.notReadHere("not all of its chunks were written, and plain Java finds no others then", null);
        }
        return index;
    }

    /** The library numbers chunks by the present shape, the format by the greatest. */
    private static boolean mayGrowBehindFirstAxis(ChunkedDataset dataset) {
        long[] shape = dataset.getDimensionsAsLong();
        long[] greatest = dataset.getMaxSize();
        return !Arrays.equals(shape, 1, shape.length, greatest, 1, greatest.length);
    }

    private static double chunkBytes(ChunkedDataset dataset) {
        return Arrays.stream(dataset.getChunkDimensions())
                .asDoubleStream()
                .reduce(dataset.getDataType().getSize(), (a, b) -> a * b);
    }

    private static double chunkCount(ChunkedDataset dataset) {
        long[] shape = dataset.getDimensionsAsLong();
        int[] chunk = dataset.getChunkDimensions();
        double count = 1;
        for (int axis = 0; axis < shape.length; axis++) {
            count *= Math.ceil((double) shape[axis] / chunk[axis]);
        }
        return count;
    }

    private static ChunkIndex read(ChunkedDataset dataset) {
        try {
            return new ChunkIndex(dataset, (Map<?, ?>) LOOKUP.invoke(dataset));
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof Error error) {
                throw error;
            }
            throw (RuntimeException) e.getCause();
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Bytes of all chunks in the file. */
    long storedBytes() {
        return chunks.values().stream()
                .mapToLong(chunk -> ((Chunk) chunk).getSize())
                .sum();
    }

    /**
     * The chunk with its first element there; null when none was written.
     *
     * @param offset element coordinates
     */
    Stored at(long[] offset) {
        Chunk chunk = (Chunk) chunks.get(new ChunkOffset(offset));
        if (chunk == null || chunk.getAddress() == Constants.UNDEFINED_ADDRESS) {
            return null;
        }
        int[] place = new int[offset.length];
        for (int axis = 0; axis < place.length; axis++) {
            place[axis] = Math.toIntExact(offset[axis]);
        }
        ByteBuffer buffer = dataset.getRawChunkBuffer(place);
        byte[] bytes = new byte[chunk.getSize()];
        buffer.get(bytes);
        int skipped = 0;
        if (chunk.getFilterMask() != null) {
            long[] mask = chunk.getFilterMask().toLongArray();
            skipped = mask.length == 0 ? 0 : (int) mask[0];
        }
        return new Stored(bytes, skipped);
    }

    /**
     * A chunk as it is stored.
     *
     * @param skippedFilters bit i set: filter i of the pipeline was not applied
     */
    record Stored(byte[] bytes, int skippedFilters) {}
}
