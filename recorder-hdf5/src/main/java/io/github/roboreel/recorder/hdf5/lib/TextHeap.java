package io.github.roboreel.recorder.hdf5.lib;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Room that texts of variable length take in a file's global heap: collections of 4096 bytes, and a larger one for each
 * text that fits into none; two texts of 3000 bytes take two collections. A text goes to one of those that the library
 * remembers to have room, in its order, but no collection is extended. Layout: HDF5 File Format Specification 3.0,
 * section III.E. For one thread.
 */
public final class TextHeap {
    private static final int COLLECTION_BYTES = 4096;

    /** Before each collection, and before each text in it. */
    private static final int HEAD_BYTES = 16;

    private static final int ALIGNMENT = 8;

    /** As many collections as the library remembers to have room. */
    private static final int NUM_REMEMBERED = 16;

    /** Of the remembered collections, in the order in which they are tried. */
    private final List<Long> freeBytes = new ArrayList<>();

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
        for (int i = 0; i < freeBytes.size(); i++) {
            if (freeBytes.get(i) >= needed) {
                freeBytes.set(i, freeBytes.get(i) - needed);
                Collections.swap(freeBytes, i, Math.max(0, i - 1));
                return;
            }
        }
        long collection = Math.max(COLLECTION_BYTES, HEAD_BYTES + needed);
        bytes += collection;
        remember(collection - HEAD_BYTES - needed);
    }

    /** When there are enough, the last of those with less room is forgotten. */
    private void remember(long free) {
        if (freeBytes.size() < NUM_REMEMBERED) {
            freeBytes.add(0, free);
            return;
        }
        for (int i = NUM_REMEMBERED - 1; i >= 0; i--) {
            if (freeBytes.get(i) < free) {
                freeBytes.remove(i);
                freeBytes.add(0, free);
                return;
            }
        }
    }

    /** What all of them take. */
    public long bytes() {
        return bytes;
    }
}
