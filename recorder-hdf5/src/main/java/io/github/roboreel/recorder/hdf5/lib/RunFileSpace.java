package io.github.roboreel.recorder.hdf5.lib;

import io.github.roboreel.format.fault.IoAction;
import java.io.IOException;

/**
 * Used part of a run file. What is not used is dead: places of chunks that were written again elsewhere, and of
 * episodes that were discarded; the library never fills it again. Immutable.
 *
 * <p>{@code h5stat}'s "unaccounted space" is more: it leaves out the heap in which the library keeps texts of variable
 * length, and 232 bytes of each extensible array (the part of its index block that points to super blocks), which the
 * library forgets when it reports the array's size.
 *
 * @param fileBytes size of the file
 * @param liveBytes bytes of it that are in use
 */
public record RunFileSpace(long fileBytes, long liveBytes) {
    private static final int SUPERBLOCK_BYTES = 48;
    private static final int FORGOTTEN_ARRAY_BYTES = 232;

    /**
     * Measures an open file. Takes time with the number of objects and attributes, not with their sizes.
     *
     * @param permit asked before each object
     */
    public static RunFileSpace of(H5File file, IoAction permit) throws IOException {
        long bytes = SUPERBLOCK_BYTES;
        TextHeap heap = new TextHeap();
        for (ObjectInfo info : file.root().objects()) {
            permit.run();
            try (H5Object object = file.root().objectAt(info.address())) {
                bytes += info.metadataBytes() + (object instanceof H5Dataset dataset ? dataBytes(dataset) : 0);
                object.addTextsTo(heap);
            }
        }
        long fileBytes = file.bytes();
        return new RunFileSpace(fileBytes, Math.min(fileBytes, bytes + heap.bytes()));
    }

    /** The library counts the index with the metadata. */
    private static long dataBytes(H5Dataset dataset) throws IOException {
        long stored = dataset.storedBytes();
        return stored + (stored > 0 && dataset.hasExtensibleArray() ? FORGOTTEN_ARRAY_BYTES : 0);
    }

    /** Bytes that compacting the file gives back. */
    public long deadBytes() {
        return fileBytes - liveBytes;
    }
}
