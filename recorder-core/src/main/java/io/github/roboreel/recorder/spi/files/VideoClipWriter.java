package io.github.roboreel.recorder.spi.files;

import java.io.IOException;

/** Writes one video, frame by frame. For one thread; only a closed file is complete. */
public interface VideoClipWriter extends AutoCloseable {
    /**
     * Adds a frame.
     *
     * @param rgb height x width x 3, uint8, row-major
     */
    void add(byte[] rgb) throws IOException;

    /** Name of the codec as players know it, for example {@code h264}. */
    String codec();

    @Override
    void close() throws IOException;
}
