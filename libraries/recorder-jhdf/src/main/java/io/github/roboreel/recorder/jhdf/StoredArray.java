package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recorder.spi.RunReader;
import io.jhdf.api.dataset.ChunkedDataset;
import io.jhdf.api.dataset.ContiguousDataset;
import io.jhdf.dataset.DatasetBase;
import io.jhdf.object.message.DataSpaceMessage;
import io.jhdf.object.message.FillValueMessage;
import io.jhdf.object.message.FilterPipelineMessage;
import io.jhdf.storage.HdfBackingStorage;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A dataset: what it is, and its rows as they are stored. For one thread. */
final class StoredArray {
    private final HdfBackingStorage file;
    private final DatasetBase dataset;
    private final long fileBytes;
    private final ChunkDecoder decoder;
    private final ChunkCache cache;
    private final StoredElementType type;
    private DatasetInfo info;
    private DatasetInfo form;
    private ChunkedRows chunks;

    /**
     * Of an open file.
     *
     * @param file that it is in
     * @param fileBytes how long the file is, which bounds what a dataset can hold
     */
    StoredArray(HdfBackingStorage file, DatasetBase dataset, long fileBytes, ChunkDecoder decoder, ChunkCache cache) {
        this.file = file;
        this.dataset = dataset;
        this.fileBytes = fileBytes;
        this.decoder = decoder;
        this.cache = cache;
        type = new StoredElementType(dataset.getDataType());
    }

    /**
     * Describes it.
     *
     * @throws IOException when its type cannot be read here, or its shape cannot be true
     */
    DatasetInfo info() throws IOException {
        if (info == null) {
            info = Damage.named(this::describe);
        }
        return info;
    }

    /**
     * Its type and the shape of its rows, which is all that reading them takes; the rest is left empty.
     *
     * @throws IOException as {@link #info}
     */
    DatasetInfo form() throws IOException {
        if (form == null) {
            form = Damage.named(() -> describe(List.of(), List.of(), 0, Map.of()));
        }
        return form;
    }

    private DatasetInfo describe() throws IOException {
        return describe(chunkShape(), filters(0).names(), storedBytes(), AttributeValues.of(file, dataset));
    }

    private DatasetInfo describe(
            List<Long> chunkShape, List<String> filters, long storedBytes, Map<String, Object> attributes)
            throws IOException {
        DType dtype = type.dtype()
                .orElseThrow(() -> new IOException("stored type " + type.name() + " is not one that can be read here"));
        List<Long> shape = new ArrayList<>();
        for (long size : extent()) {
            shape.add(size);
        }
        if (dtype.isText()) {
            shape.add((long) dataset.getDataType().getSize());
        }
        StoredValues.requirePossible(fileBytes, shape, dtype);
        for (String name : List.of(AttributeNames.UNIT, AttributeNames.FRAME)) {
            if (RunReader.DAMAGED_TEXT.equals(attributes.get(name))) {
                throw new IOException("its attribute " + name + " cannot be read, so it is damaged");
            }
        }
        return DatasetInfo.stored(dtype, shape, chunkShape, filters, storedBytes, attributes);
    }

    /** Length of each axis; one of length 0 where there are no values at all. */
    private long[] extent() throws IOException {
        long[] extent = dataset.getDimensionsAsLong();
        for (long size : extent) {
            if (size < 0) {
                throw new IOException("its shape " + Arrays.toString(extent) + " cannot be true, so it is damaged");
            }
        }
        return isNull() ? new long[1] : extent;
    }

    private boolean isNull() {
        DataSpaceMessage space = dataset.getHeader().getMessageOfType(DataSpaceMessage.class);
        return AttributeValues.isNull(space.getDataSpace());
    }

    private List<Long> chunkShape() {
        return dataset instanceof ChunkedDataset chunked
                ? Arrays.stream(chunked.getChunkDimensions())
                        .mapToObj(Long::valueOf)
                        .toList()
                : List.of();
    }

    private ChunkFilters filters(int chunkBytes) {
        boolean hasFilters = dataset.getHeader().hasMessageOfType(FilterPipelineMessage.class);
        return new ChunkFilters(
                hasFilters
                        ? dataset.getHeader()
                                .getMessageOfType(FilterPipelineMessage.class)
                                .getFilters()
                        : List.of(),
                dataset.getDataType().getSize(),
                chunkBytes);
    }

    private long storedBytes() throws IOException {
        if (dataset instanceof ChunkedDataset chunked) {
            return ChunkIndex.of(chunked, fileBytes).storedBytes();
        }
        boolean isUnwritten = dataset instanceof ContiguousDataset && dataset.isEmpty();
        return isUnwritten ? 0 : dataset.getSizeInBytes();
    }

    /** Reads rows as little-endian elements into the start of an array. */
    void read(long from, long rows, byte[] out) throws IOException {
        Damage.named(() -> {
            int rowBytes = Math.toIntExact(form().rowElements() * form().dtype().bytes());
            int count = Math.toIntExact(rows * rowBytes);
            if (dataset instanceof ChunkedDataset chunked) {
                chunks(chunked, rowBytes).read(from, rows, out);
            } else if (dataset.isEmpty()) {
                fill(out, count);
            } else if (dataset instanceof ContiguousDataset contiguous) {
                file.readBufferFromAddress(contiguous.getDataAddress() + from * rowBytes, count)
                        .get(out, 0, count);
            } else {
                whole(Math.toIntExact(from * rowBytes), count, out);
            }
            type.toLittleEndian(out, count / type.stored().getSize());
            return null;
        });
    }

    private ChunkedRows chunks(ChunkedDataset chunked, int rowBytes) throws IOException {
        if (chunks == null) {
            chunks = ChunkedRows.of(chunked, this::filters, decoder, cache, fillValue(), rowBytes, fileBytes);
        }
        return chunks;
    }

    private void whole(int from, int count, byte[] out) throws IOException {
        ByteBuffer all = dataset.getDataBuffer();
        if (all.remaining() < from + count) {
            throw new IOException("it holds " + all.remaining() + " bytes, less than its shape says, so it is damaged");
        }
        all.get(all.position() + from, out, 0, count);
    }

    private void fill(byte[] out, int count) {
        byte[] value = fillValue();
        for (int at = 0; at < count; at++) {
            out[at] = value[at % value.length];
        }
    }

    /** Of one element. */
    private byte[] fillValue() {
        byte[] value = new byte[type.stored().getSize()];
        Optional<FillValueMessage> message = dataset.getHeader().getMessagesOfType(FillValueMessage.class).stream()
                .findFirst();
        if (message.isPresent() && message.get().isFillValueDefined()) {
            ByteBuffer defined = message.get().getFillValue().duplicate().rewind();
            defined.get(value, 0, Math.min(value.length, defined.remaining()));
        }
        return value;
    }
}
