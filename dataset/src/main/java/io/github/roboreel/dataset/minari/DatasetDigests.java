package io.github.roboreel.dataset.minari;

import io.github.roboreel.dataset.ArrayDigests;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Checksums of the arrays of all episodes, one per path, in the episodes' order; so more episodes need no more room.
 * Episode numbers, shapes and types are part of them. For one thread.
 */
final class DatasetDigests {
    private final ArrayDigests digests = new ArrayDigests();
    private long arrays;

    /** An episode's array begins. */
    void begin(long episode, StoredArray array, long rows) {
        String header = episode + ":" + rows + " rows of " + array.dtype().label() + array.rowShape();
        digests.add(array.path(), header.getBytes(StandardCharsets.UTF_8));
        arrays++;
    }

    /** Its next rows. */
    void rows(StoredArray array, byte[] rows) {
        digests.add(array.path(), rows);
    }

    /** Arrays of all episodes so far. */
    long arrays() {
        return arrays;
    }

    /**
     * Compares with what was read back.
     *
     * @throws IOException naming the first path whose arrays differ
     */
    void requireEqual(DatasetDigests readBack) throws IOException {
        digests.requireEqual(readBack.digests);
    }
}
