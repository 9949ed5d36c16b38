package io.github.roboreel.recorder.video.file;

import java.io.IOException;
import java.nio.file.Path;

/**
 * What the boxes of an MP4 file say of its video, of one that still grows what is whole so far. No picture is read, so
 * that it takes no longer for a longer video; {@link VideoProbe} says whether they are all there.
 *
 * @param width pixels
 * @param height pixels
 * @param fps frames per second; 0 when it is not known
 * @param frames how many
 * @param codec as RFC 6381 writes it, for example {@code avc1.42c016}; empty for what is not H.264
 */
public record VideoFacts(int width, int height, double fps, long frames, String codec) {
    /**
     * Reads a file.
     *
     * @throws IOException in one sentence, when it cannot be read or is no MP4 with a video
     */
    public static VideoFacts read(Path file) throws IOException {
        return VideoProbe.read(
                file,
                channel -> new MovieIndex(channel)
                        .facts()
                        .orElseThrow(() -> new IOException(
                                file + " holds no video; give another, or let its recorder finish it")));
    }
}
