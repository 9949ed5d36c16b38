package io.github.roboreel.dataset.robomimic;

import io.github.roboreel.dataset.ArrayDigests;
import io.github.roboreel.format.DType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Checksums of the arrays of all demos, one per name, in the demos' order; so they need no more room for more demos.
 * Shapes and types are part of them. For one thread.
 */
final class FileDigests {
    private final ArrayDigests digests = new ArrayDigests();
    private long arrays;

    /** The next demo's array of that name begins. */
    void start(String name, DType dtype, List<Long> rowShape, long rows) {
        String header = dtype.label() + rowShape + rows;
        digests.add(name, header.getBytes(StandardCharsets.UTF_8));
        arrays++;
    }

    /** Adds its next rows. */
    void add(String name, byte[] rows) {
        digests.add(name, rows);
    }

    /** Arrays of all demos so far. */
    long arrays() {
        return arrays;
    }

    /**
     * Compares with what was read back.
     *
     * @throws IOException naming the first array that differs
     */
    void requireEqual(FileDigests readBack) throws IOException {
        digests.requireEqual(readBack.digests);
        if (arrays != readBack.arrays) {
            throw new IOException(arrays + " arrays were written, " + readBack.arrays + " read back");
        }
    }
}
