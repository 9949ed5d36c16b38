package io.github.roboreel.recorder.hdf5.lib;

/**
 * Room that texts of variable length take in a file's global heap: collections of 4096 bytes, and a larger one for each
 * text that fits into none. Layout: HDF5 File Format Specification 3.0, section III.E. For one thread.
 */
public final class TextHeap {
    private static final int COLLECTION_BYTES = 4096;

    /** Before each collection, and before each text in it. */
    private static final int HEAD_BYTES = 16;

    private static final int ALIGNMENT = 8;

    private long sharedBytes;
    private long ownBytes;

    /**
     * Adds a text.
     *
     * @param length bytes; an empty text is not in the heap
     */
    public void add(long length) {
        if (length == 0) {
            return;
        }
        long bytes = HEAD_BYTES + (length + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
        if (HEAD_BYTES + bytes > COLLECTION_BYTES) {
            ownBytes += HEAD_BYTES + bytes;
        } else {
            sharedBytes += bytes;
        }
    }

    /** What all of them take. */
    public long bytes() {
        return ownBytes + (sharedBytes + COLLECTION_BYTES - 1) / COLLECTION_BYTES * COLLECTION_BYTES;
    }
}
