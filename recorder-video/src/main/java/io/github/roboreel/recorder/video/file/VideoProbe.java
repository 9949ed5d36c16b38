package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.IoFunction;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * Facts of an MP4 file: what it says about its video and really holds. Pictures are looked for and their units counted
 * through, but not decoded.
 *
 * @param frames pictures that are whole
 * @param framesPerSecond rate of the shortest picture; 0 when it is not known
 * @param width pixels
 * @param height pixels
 * @param codec the sample entry's name, {@code avc1} for H.264
 * @param isFragmented whether pictures come in fragments, as while recording
 * @param isFaststart whether the table of contents comes before the pictures
 * @param isEvenlyTimed whether its table gives all pictures one duration, from 0 on and in order
 */
public record VideoProbe(
        int frames,
        double framesPerSecond,
        int width,
        int height,
        String codec,
        boolean isFragmented,
        boolean isFaststart,
        boolean isEvenlyTimed) {
    /**
     * Reads a file.
     *
     * @throws IOException in one sentence, when it cannot be read, is no MP4 with a video, or ends before its last
     *     picture
     */
    public static VideoProbe read(Path file) throws IOException {
        return read(file, channel -> new ProbedMovie(file, channel).probe());
    }

    /** What a walk through a file's boxes finds; the walk need not look for damage. */
    static <T> T read(Path file, IoFunction<FileChannel, T> walk) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return walk.apply(channel);
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new IOException(file + " is damaged: its boxes contradict each other", e);
        }
    }
}
