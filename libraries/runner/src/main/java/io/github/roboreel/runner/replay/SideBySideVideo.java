package io.github.roboreel.runner.replay;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.file.Path;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;

/** Puts a recorded video, at the left, and that of its replay, at the right, into one. */
final class SideBySideVideo {
    private static final int RGB = 3;
    private static final int FRAMES_AHEAD = 4;
    private static final int PATIENCE_MILLIS = 10;

    private final VideoClipFormat format;
    private final VideoClipInfo info;
    private final Path replayed;
    private final BlockingQueue<byte[]> ahead = new ArrayBlockingQueue<>(FRAMES_AHEAD);
    private final byte[] both;
    private byte[] right;

    /** Decoders push their frames, so that one of two needs a thread of its own. */
    private final FutureTask<Void> decoding = new FutureTask<>(this::decodeAhead);

    private SideBySideVideo(VideoClipFormat format, VideoClipInfo info, Path replayed) {
        this.format = format;
        this.info = info;
        this.replayed = replayed;
        int bytes = info.width() * info.height() * RGB;
        both = new byte[2 * bytes];
        right = new byte[bytes];
    }

    /**
     * Writes it, with as many frames as the recorded one has; where the replay has ended, its last one stays.
     *
     * @throws IOException when one cannot be read, they differ in size, or the target exists
     */
    static void write(Path recorded, Path replayed, Path target) throws IOException {
        VideoClipFormat format = VideoClipFormat.mp4();
        VideoClipInfo left = format.probe(recorded);
        VideoClipInfo right = format.probe(replayed);
        if (left.width() != right.width() || left.height() != right.height()) {
            throw new IOException(Sentence.of(
                    "%s shows %dx%d pixels, its replay %dx%d",
                    recorded, left.width(), left.height(), right.width(), right.height()));
        }
        new SideBySideVideo(format, left, replayed).write(recorded, target);
    }

    private void write(Path recorded, Path target) throws IOException {
        new Thread(decoding, "replay-video").start();
        int fps = (int) Math.max(1, Math.round(info.fps()));
        try (VideoClipWriter writer = format.create(target, 2 * info.width(), info.height(), fps)) {
            format.decode(recorded, (index, left) -> writer.add(beside(left)));
        } finally {
            decoding.cancel(true);
        }
    }

    private Void decodeAhead() throws IOException {
        format.decode(
                replayed,
                (index, rgb) -> uninterrupted(() -> {
                    ahead.put(rgb.clone());
                    return null;
                }));
        return null;
    }

    private byte[] beside(byte[] left) throws IOException {
        byte[] next = uninterrupted(this::next);
        right = next == null ? right : next;
        int line = info.width() * RGB;
        for (int y = 0; y < info.height(); y++) {
            System.arraycopy(left, y * line, both, 2 * y * line, line);
            System.arraycopy(right, y * line, both, (2 * y + 1) * line, line);
        }
        return both;
    }

    /** The replay's next frame; null when there is none any more. */
    private byte[] next() throws InterruptedException, ExecutionException {
        while (true) {
            boolean isLast = decoding.isDone();
            byte[] frame = ahead.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            if (frame != null) {
                return frame;
            }
            if (isLast) {
                decoding.get();
                return null;
            }
        }
    }

    private static <T> T uninterrupted(Callable<T> wait) throws IOException {
        try {
            return wait.call();
        } catch (InterruptedException e) {
            throw new InterruptedIOException();
        } catch (Exception e) {
            throw new IOException(e.getMessage(), e);
        }
    }
}
