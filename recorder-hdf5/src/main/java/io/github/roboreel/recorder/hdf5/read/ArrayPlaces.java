package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.hdf5.lib.ChunkPlace;
import io.github.roboreel.recorder.hdf5.lib.H5Dataset;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Where the chunks of an array lie in a closed run file of ours, so that whoever knows it needs no HDF5 library to read
 * them.
 *
 * @param elementBytes of an element, as the shuffle takes it
 * @param rows rows of the array
 * @param rowBytes bytes of a row
 * @param chunkRows rows of a chunk
 * @param planes chunks of a row: 1, or one for each channel of an image
 * @param isShuffled whether chunks pass the shuffle filter before they are deflated
 * @param chunks chunk by chunk, row by row, plane by plane
 */
record ArrayPlaces(
        int elementBytes,
        long rows,
        int rowBytes,
        int chunkRows,
        int planes,
        boolean isShuffled,
        List<ChunkPlace> chunks) {
    /** That a dataset is looked for in one by one. */
    static final int MAX_CHUNKS = 2048;

    private static final long MAX_CHUNK = 64L << 20;

    /** Copies the list. */
    ArrayPlaces {
        chunks = List.copyOf(chunks);
    }

    /** Bytes of a chunk's values. */
    int chunkBytes() {
        return planes == 1 ? chunkRows * rowBytes : rowBytes / planes;
    }

    /**
     * Empty when it is not stored as our recorder does, in another file, or in more chunks than that.
     *
     * @param info what is known of the dataset
     * @param mostChunks looking for one takes time with their number
     */
    static Optional<ArrayPlaces> of(DatasetInfo info, H5Dataset dataset, int mostChunks) throws IOException {
        boolean isShuffled = info.filters().equals(List.of("shuffle", "deflate"));
        boolean isDeflated = isShuffled || info.filters().equals(List.of("deflate"));
        boolean isHere = !dataset.isElsewhere() && !info.chunkShape().isEmpty();
        if (!isHere || info.rows() == 0 || !isDeflated) {
            return Optional.empty();
        }
        DType dtype = info.dtype();
        List<Long> row = info.rowShape();
        double rowBytes = row.stream().mapToDouble(size -> size).reduce(dtype.bytes(), (a, b) -> a * b);
        double chunkRows = info.chunkShape().get(0);
        int planes = planes(dtype, dtype.isText() ? row.subList(0, row.size() - 1) : row, info.chunkShape());
        boolean isUsual = planes > 0 && rowBytes > 0 && chunkRows * rowBytes <= MAX_CHUNK;
        boolean isFew = Math.ceil(info.rows() / chunkRows) * planes <= mostChunks;
        if (!isUsual || !isFew || !StoredValues.areStoredAsRead(dataset, dtype)) {
            return Optional.empty();
        }
        int elementBytes = dtype.isText() ? Math.toIntExact(row.get(row.size() - 1)) : dtype.bytes();
        return places(info, dataset, planes)
                .map(places -> new ArrayPlaces(
                        elementBytes, info.rows(), (int) rowBytes, (int) chunkRows, planes, isShuffled, places));
    }

    /** 0 where chunks are cut otherwise. */
    private static int planes(DType dtype, List<Long> row, List<Long> chunkShape) {
        List<Long> chunk = chunkShape.subList(1, chunkShape.size());
        if (chunk.equals(row)) {
            return 1;
        }
        int last = row.size() - 1;
        boolean isByChannel = last > 0
                && chunk.size() == row.size()
                && chunkShape.get(0) == 1
                && dtype.bytes() == 1
                && chunk.get(last) == 1
                && chunk.subList(0, last).equals(row.subList(0, last));
        return isByChannel && row.get(last) <= MAX_CHUNKS ? Math.toIntExact(row.get(last)) : 0;
    }

    private static Optional<List<ChunkPlace>> places(DatasetInfo info, H5Dataset dataset, int planes)
            throws IOException {
        List<ChunkPlace> places = new ArrayList<>();
        long[] offset = new long[info.chunkShape().size()];
        for (long row = 0; row < info.rows(); row += info.chunkShape().get(0)) {
            for (int plane = 0; plane < planes; plane++) {
                offset[0] = row;
                offset[offset.length - 1] = offset.length > 1 ? plane : row;
                Optional<ChunkPlace> place = dataset.chunkPlace(offset);
                if (place.isEmpty()) {
                    return Optional.empty();
                }
                places.add(place.get());
            }
        }
        return Optional.of(places);
    }
}
