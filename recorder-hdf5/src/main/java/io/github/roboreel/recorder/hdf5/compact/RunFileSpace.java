package io.github.roboreel.recorder.hdf5.compact;

import hdf.hdf5lib.H5;
import hdf.hdf5lib.HDF5Constants;
import hdf.hdf5lib.structs.H5O_info_t;
import io.github.roboreel.recorder.hdf5.lib.Hdf5CopyNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5Native;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative;
import io.github.roboreel.recorder.hdf5.lib.Hdf5ReadNative.Id;
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
    private static final int HEAP_BLOCK_BYTES = 4096;

    /**
     * Measures an open file. Takes time with the number of objects and attributes, not with their sizes.
     *
     * @param permit asked before each object
     */
    public static RunFileSpace of(long file, RunFileCopy.Permit permit) throws IOException {
        long bytes = SUPERBLOCK_BYTES;
        long heapBytes = 0;
        for (H5O_info_t info : Hdf5ReadNative.objects(file)) {
            permit.require();
            try (Id object = Hdf5CopyNative.openAt(file, info.addr)) {
                bytes += metadataBytes(info);
                bytes += info.type == HDF5Constants.H5O_TYPE_DATASET ? dataBytes(object) : 0;
                heapBytes += Hdf5CopyNative.heapBytes(object.value());
            }
        }
        long heap = (heapBytes + HEAP_BLOCK_BYTES - 1) / HEAP_BLOCK_BYTES * HEAP_BLOCK_BYTES;
        long fileBytes = Hdf5Native.checked("look at a file", () -> H5.H5Fget_filesize(file));
        return new RunFileSpace(fileBytes, Math.min(fileBytes, bytes + heap));
    }

    private static long metadataBytes(H5O_info_t info) {
        return info.hdr.space_total
                + info.meta_size_obj.index_size
                + info.meta_size_obj.heap_size
                + info.meta_size_attr.index_size
                + info.meta_size_attr.heap_size;
    }

    /** The library counts the index with the metadata. */
    private static long dataBytes(Id dataset) throws IOException {
        long stored = Hdf5CopyNative.storedBytes(dataset.value());
        boolean isIndexed = stored > 0 && Hdf5CopyNative.hasExtensibleArray(dataset.value());
        return stored + (isIndexed ? FORGOTTEN_ARRAY_BYTES : 0);
    }

    /** Bytes that compacting the file gives back. */
    public long deadBytes() {
        return fileBytes - liveBytes;
    }

    /** Dead bytes per byte of the file, 0 to 1. */
    double deadShare() {
        return fileBytes == 0 ? 0 : (double) deadBytes() / fileBytes;
    }
}
