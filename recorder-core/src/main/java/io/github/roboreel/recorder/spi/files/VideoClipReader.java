package io.github.roboreel.recorder.spi.files;

import java.io.IOException;

/** Shows any frame of one video; the one after the last is the fastest. For one thread. */
public interface VideoClipReader extends AutoCloseable {
    /** What the video's index holds; its k-th picture is frame k at its rate. */
    VideoClipInfo info();

    /** Number of the frame that is shown nearest to a time, s. */
    long frameAt(double seconds);

    /**
     * Decodes a frame, from the key frame before it where that is needed.
     *
     * @param index of the frame, from 0
     * @param pixels takes height x width x 3, uint8, row-major, or what else the reader was opened for
     * @param offset of the frame's first byte there
     * @throws IOException when there is no such frame, or it is damaged
     */
    void read(long index, byte[] pixels, int offset) throws IOException;

    @Override
    void close() throws IOException;
}
