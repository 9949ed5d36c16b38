package io.github.roboreel.recorder.hdf5.read;

import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;

/** Rows of a dataset that any reader of HDF5 delivers as they are stored. */
public final class StoredRows {
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
        byte[] out = new byte[info.arrayLength(path, from, to, info.dtype().bytes())];
        if (out.length > 0) {
            source.read(from, to - from, out);
        }
        return out;
    }
}
