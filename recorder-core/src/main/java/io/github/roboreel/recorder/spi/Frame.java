package io.github.roboreel.recorder.spi;

import java.nio.ByteBuffer;

/**
 * A pooled camera frame, (height, width, channels) of the field's type in row-major order, little-endian. It returns to
 * the pool when the last holder releases it; the pool's size is the bound on memory, so release promptly.
 */
public interface Frame {
    /**
     * Its bytes from index 0, {@code sizeBytes()} of them, in a direct buffer shared by all holders: use absolute
     * access or a duplicate, and do not write.
     */
    ByteBuffer bytes();

    /** Bytes of pixel data. */
    int sizeBytes();

    /** Keeps the frame beyond the call it was given in. Any thread that holds it. */
    void retain();

    /** Gives one hold back. Any thread. */
    void release();
}
