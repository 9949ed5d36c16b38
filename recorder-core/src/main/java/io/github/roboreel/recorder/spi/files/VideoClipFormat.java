package io.github.roboreel.recorder.spi.files;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Makes, measures and decodes MP4 files, for exporters. Found on the class path by {@link ServiceLoader}; any thread
 * may use it.
 */
public interface VideoClipFormat {
    /** Takes the frames of a video. */
    @FunctionalInterface
    interface FrameVisitor {
        /**
         * Takes the next frame.
         *
         * @param index of the frame, from 0
         * @param rgb height x width x 3, uint8, row-major; valid during the call
         */
        void frame(long index, byte[] rgb) throws IOException;
    }

    /**
     * The one on the class path.
     *
     * @throws IOException when there is none
     */
    static VideoClipFormat mp4() throws IOException {
        return ServiceLoader.load(VideoClipFormat.class)
                .findFirst()
                .orElseThrow(
                        () -> new IOException("nothing on the class path reads or writes videos; add recorder-video"));
    }

    /**
     * Starts an H.264 yuv420p file with {@code moov} first and a constant rate: frame k is shown at exactly k / fps
     * seconds, the first at 0, and every frame can be decoded from at most one frame before it.
     *
     * @param width pixels, even, at least 16
     * @param height pixels, even, at least 16
     * @param fps frames per second
     * @throws IOException when it exists, or no encoder does that here
     * @throws IllegalArgumentException when a size or the rate is out of range
     */
    VideoClipWriter create(Path file, int width, int height, int fps) throws IOException;

    /**
     * What a finished video holds, by its index.
     *
     * @throws IOException when it is no readable MP4
     */
    VideoClipInfo probe(Path file) throws IOException;

    /**
     * What two videos have in common that {@link #join} puts into one file: size, rate, and how they are decoded.
     *
     * @return empty for a video that stays a file of its own, as one does whose frames are stored in another order than
     *     they are shown in
     * @throws IOException when it is no readable MP4
     */
    default Optional<String> joinKey(Path video) throws IOException {
        return Optional.empty();
    }

    /**
     * Joins finished videos to one, which shows their frames one after the other, each a period after the one before.
     * Nothing is encoded again.
     *
     * @param videos all of one {@link #joinKey}
     * @param file the new one
     * @throws IOException when it exists, or the videos cannot be joined; always where this format joins none
     */
    default void join(List<Path> videos, Path file) throws IOException {
        throw new IOException(file + " cannot be made of other videos");
    }

    /**
     * Decodes all frames of a finished H.264 video, in the order in which they are shown.
     *
     * @throws IOException when it is damaged, is not H.264, or no decoder is here
     */
    void decode(Path file, FrameVisitor visitor) throws IOException;

    /**
     * Opens a finished video to show any of its frames.
     *
     * @throws IOException when it is damaged, its frames are not shown at a constant rate, or no decoder of its codec
     *     is here
     */
    VideoClipReader open(Path file) throws IOException;

    /**
     * As {@link #open(Path)}, of a video whose k-th picture is frame k at a rate that is known: each is shown one
     * period after the one before, to a millisecond, as of videos that were joined.
     *
     * @param fps frames per second
     * @throws IOException as {@link #open(Path)}, and when the pictures are shown at other times
     */
    VideoClipReader open(Path file, double fps) throws IOException;

    /**
     * As {@link #open(Path, double)}, of a grey video of 12 bits, such as one of depths: the reader gives height x
     * width x 1, uint16, little-endian, from 0 to 4095.
     *
     * @param fps frames per second
     * @throws IOException as {@link #open(Path, double)}; always where this format has no such videos
     */
    default VideoClipReader openGrey12(Path file, double fps) throws IOException {
        throw new IOException(file + " cannot be read as a grey video of 12 bits");
    }
}
