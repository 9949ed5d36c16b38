package io.github.roboreel.tools.check;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import io.github.roboreel.recordings.folder.StoredField;
import java.util.List;

/**
 * Storage of a dataset.
 *
 * @param dtype label of the element type
 * @param rows length of the step axis
 * @param rowShape shape of one row
 * @param chunkShape chunk sizes, step axis first; empty when contiguous
 * @param filters names of the filters in order
 * @param unit its unit; empty without one
 * @param frame its frame of reference; empty without one
 * @param declared whether a recorder's schema declared it
 */
record DatasetFacts(
        String dtype,
        long rows,
        List<Long> rowShape,
        List<Long> chunkShape,
        List<String> filters,
        String unit,
        String frame,
        boolean declared) {
    private static final int IMAGE_AXES = 3;
    private static final long MAX_CHUNK_ROWS = 500;
    private static final long MIN_CHUNK_BYTES = 256 << 10;
    private static final long MAX_CHUNK_BYTES = 1 << 20;

    static DatasetFacts of(DatasetInfo info) {
        return new DatasetFacts(
                info.dtype().label(),
                info.rows(),
                info.rowShape(),
                info.chunkShape(),
                info.filters(),
                info.unit(),
                info.frame(),
                info.declared());
    }

    /** What of it is the same in all runs of a recording. */
    StoredField field() {
        return new StoredField(dtype, rowShape, unit, frame);
    }

    /**
     * Whether a chunk is whole rows: 500, or 256 KiB to 1 MiB of them, or one image or large row; or a colour plane of
     * one image.
     */
    boolean hasWholeRowChunks() {
        if (isImage() && chunkShape.equals(List.of(1L, rowShape.get(0), rowShape.get(1), 1L))) {
            return true;
        }
        List<Long> storedRow = DType.of(dtype).isText() ? List.of() : rowShape;
        if (chunkShape.isEmpty() || !chunkShape.subList(1, chunkShape.size()).equals(storedRow)) {
            return false;
        }
        long rows = chunkShape.get(0);
        long rowBytes = rowShape.stream().reduce((long) DType.of(dtype).bytes(), (a, b) -> a * b);
        boolean fits = rows == 1 || rows * rowBytes <= MAX_CHUNK_BYTES;
        boolean isFull = (rows + 1) * rowBytes > MIN_CHUNK_BYTES;
        boolean isFrame = rows == 1 && rowShape.size() == IMAGE_AXES;
        return rows == MAX_CHUNK_ROWS || rows < MAX_CHUNK_ROWS && fits && isFull || isFrame;
    }

    /** Whether it is stored as what an episode has one of at most: its start or its last observation. */
    boolean isSingleRow() {
        return filters.isEmpty() && !chunkShape.isEmpty() && chunkShape.get(0) == 1;
    }

    /** Whether rows are pictures: height, width, colours. */
    boolean isImage() {
        return dtype.equals("uint8") && rowShape.size() == IMAGE_AXES;
    }
}
