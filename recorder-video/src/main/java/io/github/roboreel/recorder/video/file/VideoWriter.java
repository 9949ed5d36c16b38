package io.github.roboreel.recorder.video.file;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.video.VideoFiles;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Writes one H.264 MP4: a recording that is playable at any time, which {@link #finish} turns into a plain MP4 with its
 * header first. For one thread at a time.
 */
public final class VideoWriter implements AutoCloseable {
    private final VideoFiles files;
    private final Mp4Recording recording;
    private final FrameEncoder encoder;
    private final int pictureBytes;
    private boolean open = true;

    public VideoWriter(VideoFiles files, VideoFormat format, FrameEncoder.Factory encoders, SampleBuffer samples)
            throws IOException {
        this.files = files;
        this.pictureBytes = format.rgbBytes();
        this.recording = new Mp4Recording(files.recording(), format, samples);
        try {
            this.encoder = encoders.open(format, recording::add);
        } catch (Throwable e) {
            Undo.after(e, recording::delete);
            throw e;
        }
    }

    /**
     * Starts a video.
     *
     * @param video the file it becomes; until then it is {@code <name>.recording.mp4} beside it
     * @param width pixels, even, at least 16
     * @param height pixels, even, at least 16
     * @param dtSeconds time from one picture to the next, seconds
     * @param codec what encodes it
     * @throws FileAlreadyExistsException when one of the files exists
     * @throws IOException when the codec is not available here or takes no picture of that size, or the file cannot be
     *     written
     * @throws IllegalArgumentException when a size or the time is out of range
     */
    public static VideoWriter create(Path video, int width, int height, double dtSeconds, VideoCodec codec)
            throws IOException {
        VideoFormat format = new VideoFormat(width, height, FrameRate.ofPeriod(dtSeconds));
        return create(video, format, codec, codec.encoders());
    }

    static VideoWriter create(Path video, VideoFormat format, VideoCodec codec, FrameEncoder.Factory encoders)
            throws IOException {
        VideoFiles files = VideoFiles.of(video);
        if (files.anyExists()) {
            throw new FileAlreadyExistsException(video.toString());
        }
        Optional<String> unfit = codec.whyUnfit(format.width(), format.height());
        if (unfit.isPresent()) {
            throw new IOException(unfit.get());
        }
        return new VideoWriter(files, format, encoders, new SampleBuffer());
    }

    /**
     * Adds a picture.
     *
     * @param rgb packed RGB24 from index 0, height x width x 3 bytes, in a direct buffer
     * @param timeIndex when it is shown, in periods from the start; must grow
     */
    public void write(ByteBuffer rgb, long timeIndex) throws IOException {
        if (!rgb.isDirect() || rgb.capacity() < pictureBytes) {
            throw new IllegalArgumentException(Sentence.of(
                    "a picture is a direct buffer of %s bytes; given %s of %s",
                    pictureBytes, rgb.isDirect() ? "a direct one" : "a heap one", rgb.capacity()));
        }
        encoder.encode(rgb, timeIndex);
    }

    /**
     * Finishes the video and removes the recording; the order is such that at any moment at least one of the two is
     * whole.
     *
     * @return the finished video
     * @throws FileAlreadyExistsException when the name is taken; the recording stays
     */
    public Path finish() throws IOException {
        try {
            encoder.finish();
            publish();
        } finally {
            close();
        }
        Files.deleteIfExists(files.recording());
        return files.video();
    }

    private void publish() throws IOException {
        try {
            recording.finish(files.finishing());
            files.publish();
        } catch (Throwable e) {
            if (!isForeign(files.finishing(), e)) {
                Undo.after(e, () -> Files.deleteIfExists(files.finishing()));
            }
            throw e;
        }
    }

    private static boolean isForeign(Path file, Throwable fault) {
        return fault instanceof FileAlreadyExistsException exists
                && file.toString().equals(exists.getFile());
    }

    /** Gives the video up and leaves no file. */
    public void discard() throws IOException {
        try {
            close();
        } finally {
            Files.deleteIfExists(files.recording());
        }
    }

    /** The file that holds what has been encoded so far. */
    public Path recordingFile() {
        return files.recording();
    }

    /**
     * Without {@link #finish} before it, leaves the recording, playable as far as it got; where it got nowhere, no
     * file.
     */
    @Override
    public void close() throws IOException {
        if (!open) {
            return;
        }
        open = false;
        try {
            encoder.close();
        } finally {
            recording.close();
        }
        if (recording.frames() == 0) {
            Files.deleteIfExists(files.recording());
        }
    }
}
