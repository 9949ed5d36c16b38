package io.github.roboreel.recorder.video.file;

import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * Turns pictures of one size into H.264. For one thread at a time; every resource is given back by {@link #close},
 * whatever happened before.
 */
public interface FrameEncoder extends AutoCloseable {
    /**
     * Takes one picture. What comes out, now or later, goes to the encoder's {@link Output} in the order of the
     * pictures.
     *
     * @param rgb packed RGB24, height x width x 3 bytes from index 0, in a direct buffer
     * @param timeIndex when it is shown, in frames from the start; grows with every call
     */
    void encode(ByteBuffer rgb, long timeIndex) throws IOException;

    /** Puts out what is still inside. Nothing is encoded afterwards. */
    void finish() throws IOException;

    @Override
    void close();

    /** Where the encoded pictures go. */
    @FunctionalInterface
    interface Output {
        /**
         * One encoded picture.
         *
         * @param annexB its NAL units, each after a start code, from position to limit; parameter sets before the first
         *     one at the latest; valid during the call
         * @param timeIndex as given with the picture
         */
        void accept(ByteBuffer annexB, long timeIndex) throws IOException;
    }

    /** Makes encoders of one kind. Safe to share. */
    @FunctionalInterface
    interface Factory {
        /** An encoder for one video. */
        FrameEncoder open(VideoFormat format, Output output) throws IOException;
    }
}
