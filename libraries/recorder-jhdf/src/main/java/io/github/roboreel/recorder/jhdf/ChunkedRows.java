package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.jhdf.api.dataset.ChunkedDataset;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** Rows of a dataset that is stored in chunks, whatever their shape. For one thread. */
final class ChunkedRows {
    private final ChunkIndex index;
    private final ChunkFilters filters;
    private final ChunkDecoder decoder;
    private final ChunkCache cache;
    private final byte[] fillValue;
    private final long[] shape;
    private final int[] chunk;
    private final int elementBytes;
    private final int rowBytes;

    /** The first axis behind which a chunk has all there is, so that what it has of it stands in one piece in a row. */
    private final int firstWhole;

    private ChunkedRows(
            ChunkIndex index,
            ChunkFilters filters,
            ChunkDecoder decoder,
            ChunkCache cache,
            byte[] fillValue,
            long[] shape,
            int[] chunk,
            int rowBytes) {
        this.index = index;
        this.filters = filters;
        this.decoder = decoder;
        this.cache = cache;
        this.fillValue = fillValue;
        this.shape = shape;
        this.chunk = chunk;
        this.elementBytes = fillValue.length;
        this.rowBytes = rowBytes;
        firstWhole = firstWhole(shape, chunk);
    }

    private static int firstWhole(long[] shape, int[] chunk) {
        int axis = shape.length - 1;
        while (axis > 1 && chunk[axis] == shape[axis]) {
            axis--;
        }
        return axis;
    }

    /**
     * Of a dataset.
     *
     * @param filters of chunks of so many bytes
     * @param fillValue of an element that was never written
     * @throws IOException when its chunks cannot be true
     */
    static ChunkedRows of(
            ChunkedDataset dataset,
            IntFunction<ChunkFilters> filters,
            ChunkDecoder decoder,
            ChunkCache cache,
            byte[] fillValue,
            int rowBytes,
            long fileBytes)
            throws IOException {
        int[] chunk = dataset.getChunkDimensions();
        long[] shape = dataset.getDimensionsAsLong();
        boolean isPossible =
                chunk.length == shape.length && Arrays.stream(chunk).allMatch(size -> size > 0);
        if (!isPossible) {
            throw new IOException("its chunks " + Arrays.toString(chunk) + " cannot be true, so it is damaged");
        }
        int bytes = Arrays.stream(chunk).reduce(fillValue.length, Math::multiplyExact);
        StoredValues.requirePossible(fileBytes, List.of((long) bytes), DType.UINT8);
        ChunkFilters undo = filters.apply(bytes);
        return new ChunkedRows(
                ChunkIndex.of(dataset, fileBytes), undo, decoder, cache, fillValue, shape, chunk, rowBytes);
    }

    /** Reads rows into the start of an array. */
    void read(long from, long rows, byte[] out) throws IOException {
        long[] offset = new long[shape.length];
        offset[0] = from - from % chunk[0];
        boolean isMore = rows > 0 && rowBytes > 0;
        while (isMore) {
            copy(offset, from, from + rows, out);
            isMore = advance(offset, from - from % chunk[0], from + rows);
        }
    }

    /** To the next chunk of those rows, the last axis first; false behind the last one. */
    private boolean advance(long[] offset, long first, long end) {
        for (int axis = offset.length - 1; axis >= 0; axis--) {
            offset[axis] += chunk[axis];
            if (offset[axis] < (axis == 0 ? end : shape[axis])) {
                return true;
            }
            offset[axis] = axis == 0 ? first : 0;
        }
        return false;
    }

    private void copy(long[] offset, long from, long to, byte[] out) throws IOException {
        byte[] values = values(offset);
        int first = (int) Math.max(0, from - offset[0]);
        int end = (int) Math.min(chunk[0], to - offset[0]);
        int chunkRowBytes = filters.chunkBytes() / chunk[0];
        for (int row = first; row < end; row++) {
            int target = Math.toIntExact((offset[0] + row - from) * rowBytes);
            copyRow(values, row * chunkRowBytes, offset, 1, out, target);
        }
    }

    /** Copies what a chunk has of a row, from one axis on. */
    private void copyRow(byte[] values, int source, long[] offset, int axis, byte[] out, int target) {
        if (axis >= shape.length) {
            System.arraycopy(values, source, out, target, elementBytes);
            return;
        }
        int count = (int) Math.min(chunk[axis], shape[axis] - offset[axis]);
        int sourceStep = stride(axis, true);
        int targetStep = stride(axis, false);
        int start = target + (int) offset[axis] * targetStep;
        if (axis >= firstWhole) {
            System.arraycopy(values, source, out, start, count * targetStep);
        } else if (axis == shape.length - 2 && chunk[axis + 1] == 1 && elementBytes == 1) {
            copyPlane(values, source, out, start + (int) offset[axis + 1], count, targetStep);
        } else {
            for (int i = 0; i < count; i++) {
                copyRow(values, source + i * sourceStep, offset, axis + 1, out, start + i * targetStep);
            }
        }
    }

    /** One channel of an image's line. */
    private static void copyPlane(byte[] values, int source, byte[] out, int target, int count, int step) {
        int at = target;
        for (int i = 0; i < count; i++) {
            out[at] = values[source + i];
            at += step;
        }
    }

    /** Bytes from one element of an axis to the next, in a chunk or in a row. */
    private int stride(int axis, boolean isInChunk) {
        int bytes = elementBytes;
        for (int behind = axis + 1; behind < shape.length; behind++) {
            bytes *= isInChunk ? chunk[behind] : (int) shape[behind];
        }
        return bytes;
    }

    private byte[] values(long[] offset) throws IOException {
        ChunkCache.Key key = new ChunkCache.Key(this, offset.clone());
        byte[] values = cache.get(key);
        if (values == null) {
            ChunkIndex.Stored stored = index.at(offset);
            values = stored == null ? unwritten() : filters.decode(stored, decoder);
            cache.put(key, values);
        }
        return values;
    }

    private byte[] unwritten() {
        byte[] values = new byte[filters.chunkBytes()];
        for (int at = 0; at < values.length; at++) {
            values[at] = fillValue[at % elementBytes];
        }
        return values;
    }
}
