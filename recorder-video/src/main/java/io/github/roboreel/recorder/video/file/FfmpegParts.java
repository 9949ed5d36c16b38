package io.github.roboreel.recorder.video.file;

import static org.bytedeco.ffmpeg.global.avutil.av_frame_alloc;
import static org.bytedeco.ffmpeg.global.avutil.av_frame_get_buffer;
import static org.bytedeco.ffmpeg.global.avutil.av_strerror;
import static org.bytedeco.ffmpeg.global.swscale.SWS_BICUBIC;
import static org.bytedeco.ffmpeg.global.swscale.sws_getContext;

import io.github.roboreel.format.fault.Sentence;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.bytedeco.ffmpeg.avutil.AVFrame;
import org.bytedeco.ffmpeg.global.avutil;
import org.bytedeco.ffmpeg.global.swscale;
import org.bytedeco.ffmpeg.swscale.SwsContext;
import org.bytedeco.ffmpeg.swscale.SwsFilter;
import org.bytedeco.javacpp.DoublePointer;
import org.bytedeco.javacpp.Pointer;

/**
 * FFmpeg's objects that belong to one encoder or reader, freed together. For one thread at a time.
 *
 * <p>They are made and freed by FFmpeg: what JavaCPP allocates itself it refuses when the process is large, and a
 * recorder with its frames and mapped files is.
 */
final class FfmpegParts implements AutoCloseable {
    private final String failure;
    private final Deque<Runnable> frees = new ArrayDeque<>();

    /**
     * None yet.
     *
     * @param failure what a message begins with, for example {@code FFmpeg cannot encode 64x48}
     */
    public FfmpegParts(String failure) {
        this.failure = failure;
    }

    /**
     * Takes an object over.
     *
     * @param part what FFmpeg gave; null where it has no memory
     * @param free what gives it back
     */
    public <P extends Pointer> P own(P part, Consumer<P> free) throws IOException {
        if (part == null || part.isNull()) {
            throw new IOException(failure + ": out of memory");
        }
        frees.push(() -> free.accept(part));
        return part;
    }

    /** A picture with room of its own. */
    public AVFrame frame(int pixelFormat, int width, int height) throws IOException {
        AVFrame frame = own(av_frame_alloc(), avutil::av_frame_free);
        frame.format(pixelFormat).width(width).height(height);
        check(av_frame_get_buffer(frame, 0), "allocate a frame");
        return frame;
    }

    /** From one pixel format to another of the same size. */
    public SwsContext converter(int width, int height, int fromFormat, int toFormat) throws IOException {
        SwsContext converter = sws_getContext(
                width, height, fromFormat, width, height, toFormat, SWS_BICUBIC, (SwsFilter) null, null, (DoublePointer)
                        null);
        return own(converter, swscale::sws_freeContext);
    }

    /**
     * Complains about a negative result.
     *
     * @param action what was to be done, for example {@code open}
     */
    public void check(int result, String action) throws IOException {
        if (result < 0) {
            byte[] text = new byte[256];
            av_strerror(result, text, text.length);
            String reason = new String(text, StandardCharsets.UTF_8).trim();
            throw new IOException(Sentence.of("%s (%s): %s", failure, action, reason));
        }
    }

    /** Frees all, the last one first. */
    @Override
    public void close() {
        while (!frees.isEmpty()) {
            frees.pop().run();
        }
    }
}
