package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.hdf5.deflate.FrameChunk;
import java.nio.ByteBuffer;

/**
 * A compressed chunk of a camera frame on its way to the HDF5 thread, which gives the buffer back.
 *
 * @param bytes the chunk from index 0
 * @param crc CRC32C of it
 */
record PackedFrame(int env, FrameChunk chunk, long step, ByteBuffer bytes, int size, int crc) {
    /** Whether it is the last chunk of its frame. */
    boolean completesFrame() {
        return chunk.plane() == chunk.numPlanes() - 1;
    }
}
