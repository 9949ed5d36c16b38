package io.github.roboreel.recorder.hdf5.file;

import io.github.roboreel.recorder.hdf5.staging.ChunkRows;
import io.github.roboreel.recorder.hdf5.staging.FrameChunks;

/**
 * Storage of the STEP datasets of a new run file.
 *
 * @param rows how many rows make a chunk
 * @param frames how images are cut
 * @param deflateLevel what the deflate filter names; readers do not need it
 */
public record ChunkFormat(ChunkRows rows, FrameChunks frames, int deflateLevel) {}
