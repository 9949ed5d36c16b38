package io.github.roboreel.recorder.video.file;

import java.nio.ByteBuffer;

/**
 * Room for one MP4 sample, which grows to the largest and is used again for the next; videos that are encoded by the
 * same thread share one.
 */
public final class SampleBuffer {
    private ByteBuffer bytes = ByteBuffer.allocateDirect(1 << 16);

    /** The empty buffer with room for so many bytes at least; what was in it is gone. */
    ByteBuffer cleared(int minBytes) {
        if (bytes.capacity() < minBytes) {
            bytes = ByteBuffer.allocateDirect(minBytes + minBytes / 4);
        }
        return bytes.clear();
    }
}
