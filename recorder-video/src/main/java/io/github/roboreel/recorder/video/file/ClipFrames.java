package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.function.DoubleToLongFunction;

/**
 * Any frame of a video whose k-th picture is frame k: from the key frame before it, or from the last one shown. For one
 * thread.
 */
final class ClipFrames implements VideoClipReader {
    /** So far ahead it is as fast to decode on as to look for a key frame. */
    private static final int MAX_SKIPPED = 16;

    /** How far before a frame its key frame is looked for, where the nearest one is shown after it. */
    private static final int FARTHER_BACK = 300;

    private final Path file;
    private final VideoClipInfo info;
    private final DoubleToLongFunction frames;
    private final ClipReader reader;
    private long next;

    /**
     * Opens it.
     *
     * @param info what its index holds
     * @param pixels what its frames are given as
     * @param frames number of the picture that is shown at a time, s
     */
    ClipFrames(Path file, VideoProbe probe, VideoClipInfo info, ClipReader.Pixels pixels, DoubleToLongFunction frames)
            throws IOException {
        this.frames = frames;
        this.file = file;
        this.info = info;
        reader = new ClipReader(file, probe, pixels);
    }

    @Override
    public VideoClipInfo info() {
        return info;
    }

    @Override
    public long frameAt(double seconds) {
        return frames.applyAsLong(seconds);
    }

    @Override
    public void read(long index, byte[] pixels, int offset) throws IOException {
        if (index < 0 || index >= info.frames()) {
            throw new IOException(
                    Sentence.of("%s has %d frames; frame %d, from 0, is none of them", file, info.frames(), index));
        }
        boolean isAhead = index >= next && index - next <= MAX_SKIPPED;
        boolean isFound = isAhead && find(index, pixels, offset)
                || findFrom(index, index, pixels, offset)
                || findFrom(index - FARTHER_BACK, index, pixels, offset)
                || findFrom(0, index, pixels, offset);
        if (!isFound) {
            throw new IOException(Sentence.of("%s is damaged: frame %d cannot be decoded", file, index));
        }
    }

    private boolean findFrom(long start, long index, byte[] pixels, int offset) throws IOException {
        // Half a frame later, so that a rounded time does not miss a key frame.
        reader.seek((Math.max(0, start) + 0.5) / info.fps());
        return find(index, pixels, offset);
    }

    /** Decodes on to a frame; false when the next one is after it, or there is none. */
    private boolean find(long index, byte[] pixels, int offset) throws IOException {
        for (byte[] picture = reader.nextPicture(); picture != null; picture = reader.nextPicture()) {
            long shown = frames.applyAsLong(reader.shownSeconds());
            if (shown >= index) {
                next = shown + 1;
                if (shown == index) {
                    System.arraycopy(picture, 0, pixels, offset, picture.length);
                }
                return shown == index;
            }
        }
        next = info.frames();
        return false;
    }

    @Override
    public void close() {
        reader.close();
    }
}
