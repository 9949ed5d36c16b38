package io.github.roboreel.recorder.jhdf;

import io.github.roboreel.recorder.hdf5.deflate.ChunkDecoder;
import io.jhdf.object.message.FilterPipelineMessage.FilterInfo;
import java.io.IOException;
import java.util.List;
import java.util.zip.DataFormatException;

/**
 * The filters of a dataset, undone chunk by chunk: shuffle, deflate and fletcher32, whichever of them a chunk has not
 * skipped. For one thread.
 *
 * @param filters in the order in which they were applied
 * @param elementBytes of a stored element
 * @param chunkBytes of a chunk's values
 */
record ChunkFilters(List<FilterInfo> filters, int elementBytes, int chunkBytes) {
    private static final int DEFLATE = 1;
    private static final int SHUFFLE = 2;
    private static final int FLETCHER32 = 3;
    private static final List<String> NAMES =
            List.of("deflate", "shuffle", "fletcher32", "szip", "nbit", "scaleoffset");

    /** Their names, as the native library has them. */
    List<String> names() {
        return filters.stream().map(ChunkFilters::name).toList();
    }

    private static String name(FilterInfo filter) {
        int id = filter.getId();
        if (id > 0 && id <= NAMES.size()) {
            return NAMES.get(id - 1);
        }
        return filter.getName().equals("undefined") ? "filter " + id : filter.getName();
    }

    /**
     * The values of a chunk.
     *
     * @throws IOException when it is damaged, or passed another filter
     */
    byte[] decode(ChunkIndex.Stored stored, ChunkDecoder decoder) throws IOException {
        byte[] values = stored.bytes();
        try {
            for (int i = filters.size() - 1; i >= 0; i--) {
                if ((stored.skippedFilters() & 1 << i) == 0) {
                    values = undo(filters.get(i), values, decoder);
                }
            }
        } catch (DataFormatException e) {
            throw new IOException("a chunk cannot be inflated (" + e.getMessage() + "), so it is damaged", e);
        }
        if (values.length < chunkBytes) {
            throw new IOException(
                    "a chunk holds " + values.length + " bytes, not " + chunkBytes + ", so it is damaged");
        }
        return values;
    }

    private byte[] undo(FilterInfo filter, byte[] values, ChunkDecoder decoder)
            throws IOException, DataFormatException {
        switch (filter.getId()) {
            case DEFLATE -> {
                byte[] inflated = new byte[chunkBytes + (hasChecksumInside() ? Fletcher32.BYTES : 0)];
                decoder.inflate(values, inflated, 1);
                return inflated;
            }
            case SHUFFLE -> {
                if (elementBytes == 1) {
                    return values;
                }
                byte[] whole = new byte[values.length];
                decoder.unshuffle(values, whole, elementBytes);
                return whole;
            }
            case FLETCHER32 -> {
                return Fletcher32.strip(values);
            }
            default ->
                throw Damage.notReadHere(
                        "its values passed the filter " + name(filter) + ", which plain Java does not undo", null);
        }
    }

    /** Whether the checksum was added before the chunk was deflated. */
    private boolean hasChecksumInside() {
        List<Integer> ids = filters.stream().map(FilterInfo::getId).toList();
        int checksum = ids.indexOf(FLETCHER32);
        return checksum >= 0 && checksum < ids.indexOf(DEFLATE);
    }
}
