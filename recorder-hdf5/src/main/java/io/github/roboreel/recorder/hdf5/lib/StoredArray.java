package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** Tells what is stored in an open dataset. */
public final class StoredArray {
    /** Deflate's best ratio is 1032 to 1. */
    private static final double MOST_COMPRESSION = 1100;

    /** Values that were never written take no room in the file. */
    private static final double LARGEST_FILL = 1 << 24;

    private StoredArray() {}

    /**
     * Describes an array of numbers or booleans.
     *
     * @param file that it is in
     * @throws IOException when its type cannot be read here, or its shape cannot be true
     */
    public static DatasetInfo describe(Path file, long dataset) throws IOException {
        Hdf5ReadNative.Layout stored = Hdf5ReadNative.layout(dataset);
        DType dtype = stored.dtype()
                .orElseThrow(() ->
                        new IOException("stored type " + stored.typeName() + " is not one that can be read here"));
        requirePossible(file, stored.shape(), dtype);
        return info(dataset, stored, dtype);
    }

    /** Describes byte strings or texts, whose rows have lengths of their own. */
    public static DatasetInfo describeStrings(long dataset) throws IOException {
        return info(dataset, Hdf5ReadNative.layout(dataset), DType.UINT8);
    }

    private static DatasetInfo info(long dataset, Hdf5ReadNative.Layout stored, DType dtype) throws IOException {
        List<Long> shape = stored.shape();
        Map<String, Object> attributes = Hdf5ReadNative.attributes(dataset);
        return new DatasetInfo(
                dtype,
                shape.isEmpty() ? 1 : shape.get(0),
                shape.isEmpty() ? List.of() : shape.subList(1, shape.size()),
                stored.chunkShape(),
                stored.filters(),
                stored.storedBytes(),
                attributes.getOrDefault(AttributeNames.UNIT, "").toString(),
                attributes.getOrDefault(AttributeNames.FRAME, "").toString());
    }

    /** A damaged extent can promise more rows than anybody can read in a lifetime. */
    private static void requirePossible(Path file, List<Long> shape, DType dtype) throws IOException {
        double bytes = dtype.bytes();
        for (long size : shape) {
            bytes *= Math.max(1, size);
        }
        long fileBytes = Files.size(file);
        if (bytes > fileBytes * MOST_COMPRESSION + LARGEST_FILL) {
            throw new IOException(
                    "its shape " + shape + " is more than a file of " + fileBytes + " bytes can hold; it is damaged");
        }
    }
}
