package io.github.roboreel.recorder.hdf5.lib;

/**
 * Where a chunk lies in its file.
 *
 * @param address of its first byte
 * @param bytes that it takes
 * @param skippedFilters bit i set: filter i of the pipeline was not applied
 */
public record ChunkPlace(long address, long bytes, int skippedFilters) {}
