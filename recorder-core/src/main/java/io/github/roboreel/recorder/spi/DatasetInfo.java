package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import java.util.List;

/**
 * Description of a stored dataset.
 *
 * @param dtype element type
 * @param rows length of the step axis
 * @param rowShape shape of one row; empty for a scalar; of texts the last axis is their bytes
 * @param chunkShape chunk sizes, step axis first; empty when the dataset is contiguous
 * @param filters filter names in order, for example {@code shuffle, deflate}
 * @param storedBytes bytes in the file
 * @param unit the {@code unit} attribute; empty without it
 * @param frame the {@code frame} attribute; empty without it
 * @param nonFiniteAllowed whether it says that NaN and infinities are data in it
 * @param declared whether a recorder's schema declared it: such a dataset has a {@code unit}, an empty one maybe, and
 *     lies behind no link
 * @param signal names, bounds, units and the like of its elements, as the run's dictionary says it;
 *     {@link FieldSignal#NONE} where it says nothing
 */
public record DatasetInfo(
        DType dtype,
        long rows,
        List<Long> rowShape,
        List<Long> chunkShape,
        List<String> filters,
        long storedBytes,
        String unit,
        String frame,
        boolean nonFiniteAllowed,
        boolean declared,
        FieldSignal signal) {
    /** Copies the lists. */
    public DatasetInfo {
        rowShape = List.copyOf(rowShape);
        chunkShape = List.copyOf(chunkShape);
        filters = List.copyOf(filters);
    }

    /** Of a dataset of whose elements nothing is said. */
    public DatasetInfo(
            DType dtype,
            long rows,
            List<Long> rowShape,
            List<Long> chunkShape,
            List<String> filters,
            long storedBytes,
            String unit,
            String frame,
            boolean nonFiniteAllowed,
            boolean declared) {
        this(
                dtype,
                rows,
                rowShape,
                chunkShape,
                filters,
                storedBytes,
                unit,
                frame,
                nonFiniteAllowed,
                declared,
                FieldSignal.NONE);
    }

    /**
     * The same dataset; a signal that cannot be said of its elements is left out as a whole, an empty one changes
     * nothing.
     */
    public DatasetInfo with(FieldSignal newSignal) {
        if (newSignal.isEmpty()) {
            return this;
        }
        return new DatasetInfo(
                dtype,
                rows,
                rowShape,
                chunkShape,
                filters,
                storedBytes,
                unit,
                frame,
                nonFiniteAllowed,
                declared,
                newSignal.fault(dtype, rowShape).isEmpty() ? newSignal : FieldSignal.NONE);
    }

    /** As of a dataset that was added to the file later. */
    public DatasetInfo undeclared() {
        return new DatasetInfo(
                dtype, rows, rowShape, chunkShape, filters, storedBytes, unit, frame, nonFiniteAllowed, false, signal);
    }

    /** Of a declared dataset of finite values. */
    public DatasetInfo(
            DType dtype,
            long rows,
            List<Long> rowShape,
            List<Long> chunkShape,
            List<String> filters,
            long storedBytes,
            String unit,
            String frame) {
        this(dtype, rows, rowShape, chunkShape, filters, storedBytes, unit, frame, false, true);
    }

    /** Elements of one row. */
    public long rowElements() {
        return rowShape.stream().reduce(1L, Math::multiplyExact);
    }

    /** Bytes of the values, uncompressed. */
    public long rawBytes() {
        return rows * rowElements() * dtype.bytes();
    }
}
