package io.github.roboreel.tools.check;

import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.List;

/**
 * How a dataset is stored; plain values, so that it can cross a process boundary.
 *
 * @param dtype label of the element type
 * @param rows length of the step axis
 * @param rowShape shape of one row
 * @param chunkShape chunk sizes, step axis first; empty when contiguous
 * @param filters names of the filters in order
 * @param unit its unit; empty without one
 */
record DatasetFacts(
        String dtype,
        long rows,
        List<Long> rowShape,
        List<Long> chunkShape,
        List<String> filters,
        String unit) {
    static DatasetFacts of(DatasetInfo info) {
        return new DatasetFacts(
                info.dtype().label(),
                info.rows(),
                info.rowShape(),
                info.chunkShape(),
                info.filters(),
                info.unit());
    }

    /** Whether rows are pictures: height, width, colours. */
    boolean isImage() {
        return dtype.equals("uint8") && rowShape.size() == 3;
    }
}
