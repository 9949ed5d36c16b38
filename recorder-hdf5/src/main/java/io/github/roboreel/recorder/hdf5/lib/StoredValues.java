package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.DType;
import java.io.IOException;
import java.util.List;

/** What stored values can be. */
public final class StoredValues {
    /** Deflate's best ratio is 1032 to 1. */
    private static final double MAX_COMPRESSION = 1100;

    /** Values that were never written take no room in the file. */
    private static final double MAX_FILL = 1 << 24;

    private StoredValues() {}

    /**
     * Refuses more values than a file can hold: a damaged extent can promise more than can be read in a lifetime.
     *
     * @param shape of the dataset
     */
    public static void requirePossible(long fileBytes, List<Long> shape, DType dtype) throws IOException {
        double bytes = dtype.bytes();
        for (long size : shape) {
            bytes *= Math.max(1, size);
        }
        if (bytes > fileBytes * MAX_COMPRESSION + MAX_FILL) {
            throw new IOException("its shape " + shape + " is more than a file of " + fileBytes
                    + " bytes can hold, so it is damaged");
        }
    }

    /** A text without the padding behind it: up to its NUL, and without the spaces at its end where it has those. */
    public static String text(byte[] padded, boolean isSpacePadded) {
        return Hdf5.text(padded, isSpacePadded);
    }
}
