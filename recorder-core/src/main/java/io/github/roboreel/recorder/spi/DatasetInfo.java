package io.github.roboreel.recorder.spi;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.FieldSignal;
import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.util.List;
import java.util.Map;

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
    /** Largest array that every JVM grants. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 8L;

    private static final long BATCH_BYTES = 16L << 20;

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

    /**
     * Of an array of any file.
     *
     * @param shape with the axis of the rows; empty for a scalar
     * @param attributes of the array, of which unit, frame and the like are taken
     */
    public static DatasetInfo stored(
            DType dtype,
            List<Long> shape,
            List<Long> chunkShape,
            List<String> filters,
            long storedBytes,
            Map<String, Object> attributes) {
        return new DatasetInfo(
                dtype,
                shape.isEmpty() ? 1 : shape.get(0),
                shape.isEmpty() ? List.of() : shape.subList(1, shape.size()),
                chunkShape,
                filters,
                storedBytes,
                attributes.getOrDefault(AttributeNames.UNIT, "").toString(),
                attributes.getOrDefault(AttributeNames.FRAME, "").toString(),
                Boolean.TRUE.equals(attributes.get(AttributeNames.NON_FINITE_ALLOWED)),
                attributes.containsKey(AttributeNames.UNIT));
    }

    /** As of a dataset that was added to the file later. */
    public DatasetInfo undeclared() {
        return new DatasetInfo(
                dtype, rows, rowShape, chunkShape, filters, storedBytes, unit, frame, nonFiniteAllowed, false, signal);
    }

    /** The same array with other rows. */
    public DatasetInfo withRows(long newRows, long newStoredBytes) {
        return new DatasetInfo(
                dtype,
                newRows,
                rowShape,
                chunkShape,
                filters,
                newStoredBytes,
                unit,
                frame,
                nonFiniteAllowed,
                declared,
                signal);
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

    /** Rows of whole chunks that are read at once, so that they need little memory beside what is made of them. */
    long batchRows() {
        long rowBytes = Math.max(1, rowElements() * dtype.bytes());
        long chunkRows = chunkShape.isEmpty() ? 1 : Math.max(1, chunkShape.get(0));
        long wanted = Math.max(1, BATCH_BYTES / rowBytes / chunkRows) * chunkRows;
        return Math.max(1, Math.min(wanted, MAX_ARRAY / rowBytes));
    }

    /**
     * Elements, times units, of these rows.
     *
     * @param path of the dataset, for messages
     * @throws IllegalArgumentException when it has no such rows
     * @throws IOException when they do not fit into one Java array
     */
    public int arrayLength(String path, long from, long to, int unitsPerElement) throws IOException {
        if (from < 0 || from > to || to > rows) {
            throw new IllegalArgumentException(
                    Sentence.of("rows %s to %s of %s asked for, but it has rows 0 to %s", from, to, path, rows));
        }
        long count = to - from;
        long unitsPerRow = rowElements() * unitsPerElement;
        if (unitsPerRow > 0 && count > MAX_ARRAY / unitsPerRow) {
            throw new IOException(Sentence.of(
                    "%s rows of %s do not fit into one Java array; read at most %s rows at a time",
                    count, path, MAX_ARRAY / unitsPerRow));
        }
        return Math.toIntExact(count * unitsPerRow);
    }

    /** Bytes of the values, uncompressed. */
    public long rawBytes() {
        return rows * rowElements() * dtype.bytes();
    }
}
