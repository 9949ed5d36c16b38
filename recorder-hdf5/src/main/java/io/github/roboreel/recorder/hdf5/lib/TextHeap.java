package io.github.roboreel.recorder.hdf5.lib;

/**
 * Room that texts of variable length take in a file's global heap: collections of 4096 bytes, and a larger one for each
 * text that fits into none. A text goes to the first of the latest collections that has room for it, as the library
 * does it; two texts of 3000 bytes take two collections. Layout: HDF5 File Format Specification 3.0, section III.E. For
 * one thread.
 */
public final class TextHeap {
    private static final int COLLECTION_BYTES = 4096;

    /** Before each collection, and before each text in it. */
    private static final int HEAD_BYTES = 16;

    private static final int ALIGNMENT = 8;

    /** As many collections as the library remembers to have room. */
    private static final int NUM_REMEMBERED = 16;

    private final long[] freeBytes = new long[NUM_REMEMBERED];
    private int numCollections;
    private long bytes;

    /**
     * Adds a text.
     *
     * @param length bytes; an empty text is not in the heap
     */
    public void add(long length) {
        if (length == 0) {
            return;
        }
        long needed = HEAD_BYTES + (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        for (int i = 0; i < NUM_REMEMBERED; i++) {
            if (freeBytes[i] >= needed) {
                freeBytes[i] -= needed;
                return;
            }
        }
        long collection = Math.max(COLLECTION_BYTES, HEAD_BYTES + needed);
        bytes += collection;
        freeBytes[numCollections++ % NUM_REMEMBERED] = collection - HEAD_BYTES - needed;
    }

    /** What all of them take. */
    public long bytes() {
        return bytes;
    }
}
