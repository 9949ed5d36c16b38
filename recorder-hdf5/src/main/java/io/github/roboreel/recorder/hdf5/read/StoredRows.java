package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.recorder.hdf5.lib.StoredValues;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;

/** Rows of a dataset that any reader of HDF5 delivers as they are stored. */
public final class StoredRows {
    /** Largest array that every JVM grants. */
    private static final long MAX_ARRAY = Integer.MAX_VALUE - 8L;

    private static final long WIDEN_BYTES = 16L << 20;

    private StoredRows() {}

    /** Where rows come from. */
    @FunctionalInterface
    public interface Source {
        /**
         * Reads rows as little-endian elements into the start of an array.
         *
         * @throws IOException when they cannot be read
         */
        void read(long from, long rows, byte[] out) throws IOException;
    }

    /** The same rows, poses among them with quaternions w, x, y, z. */
    public static Source inOurOrder(PoseOrder order, String path, DatasetInfo info, Source source) {
        if (!order.isToTurn(path, info.rowShape())) {
            return source;
        }
        int elementBytes = info.dtype().bytes();
        return (from, rows, out) -> {
            source.read(from, rows, out);
            PoseOrder.toWxyz(out, Math.toIntExact(rows * info.rowElements() * elementBytes), elementBytes);
        };
    }

    /**
     * Rows as they are stored, little-endian.
     *
     * @param path of the dataset, for messages
     * @throws IllegalArgumentException when it has no such rows
     */
    public static byte[] bytes(String path, DatasetInfo info, long from, long to, Source source) throws IOException {
        byte[] out = new byte[arrayLength(path, info, from, to, info.dtype().bytes())];
        if (out.length > 0) {
            source.read(from, to - from, out);
        }
        return out;
    }

    /**
     * Rows widened to float64, in batches of whole chunks, so that the raw bytes need little memory next to the result.
     *
     * @param path of the dataset, for messages
     * @throws IllegalArgumentException when it has no such rows
     */
    public static double[] doubles(String path, DatasetInfo info, long from, long to, Source source)
            throws IOException {
        double[] out = new double[arrayLength(path, info, from, to, 1)];
        if (out.length == 0) {
            return out;
        }
        long rowBytes = info.rowElements() * info.dtype().bytes();
        long batchRows = Math.min(batchRows(info, rowBytes), to - from);
        byte[] raw = new byte[Math.toIntExact(batchRows * rowBytes)];
        int done = 0;
        for (long row = from; row < to; row += batchRows) {
            long rows = Math.min(batchRows, to - row);
            int elements = Math.toIntExact(rows * info.rowElements());
            source.read(row, rows, raw);
            StoredValues.widen(info.dtype(), raw, elements, out, done);
            done += elements;
        }
        return out;
    }

    private static long batchRows(DatasetInfo info, long rowBytes) {
        long chunkRows = info.chunkShape().isEmpty() ? 1 : info.chunkShape().get(0);
        long chunks = Math.max(1, WIDEN_BYTES / rowBytes / chunkRows);
        long wanted = chunks * chunkRows;
        return Math.max(1, Math.min(wanted, MAX_ARRAY / rowBytes));
    }

    /** Elements, times units, of these rows; refuses rows that are not there. */
    public static int arrayLength(String path, DatasetInfo info, long from, long to, int unitsPerElement)
            throws IOException {
        if (from < 0 || from > to || to > info.rows()) {
            throw new IllegalArgumentException(
                    "rows " + from + " to " + to + " of " + path + " asked for, but it has rows 0 to " + info.rows());
        }
        long rows = to - from;
        long unitsPerRow = info.rowElements() * unitsPerElement;
        if (unitsPerRow > 0 && rows > MAX_ARRAY / unitsPerRow) {
            throw new IOException(rows
                    + " rows do not fit into one Java array; read at most "
                    + MAX_ARRAY / unitsPerRow
                    + " rows at a time");
        }
        return Math.toIntExact(rows * unitsPerRow);
    }
}
