package io.github.roboreel.recorder.video.container;

import io.github.roboreel.recorder.spi.VideoClipFormat;
import io.github.roboreel.recorder.spi.VideoClipInfo;
import io.github.roboreel.recorder.spi.VideoClipWriter;
import io.github.roboreel.recorder.video.encode.EncoderChoice;
import io.github.roboreel.recorder.video.encode.FrameRate;
import io.github.roboreel.recorder.video.encode.VideoCodec;
import io.github.roboreel.recorder.video.encode.VideoFormat;
import java.io.IOException;
import java.nio.BufferUnderflowException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/** H.264 in MP4, with the best encoder that is here; FFmpeg decodes. */
public final class Mp4ClipFormat implements VideoClipFormat {
    private static final int KEY_INTERVAL = 2;

    /** For {@link java.util.ServiceLoader}. */
    public Mp4ClipFormat() {}

    @Override
    public VideoClipWriter create(Path file, int width, int height, int fps) throws IOException {
        VideoFormat format = new VideoFormat(width, height, new FrameRate(fps, 1));
        VideoCodec codec = EncoderChoice.of("auto", width, height).codec();
        return new Mp4ClipWriter(file, format, VideoWriter.create(file, format, codec, codec.encoders(KEY_INTERVAL)));
    }

    @Override
    public VideoClipInfo probe(Path file) throws IOException {
        VideoProbe probe = VideoProbe.read(file);
        if (probe.isFragmented() || probe.frames() == 0) {
            throw new IOException(
                    file + (probe.isFragmented() ? " was not finished; recover its folder" : " holds no picture"));
        }
        ClipIndex index = index(file);
        return new VideoClipInfo(
                probe.width(),
                probe.height(),
                probe.frames(),
                index.framesPerSecond(),
                index.codec(),
                index.isConstantRate());
    }

    @Override
    public void decode(Path file, FrameVisitor visitor) throws IOException {
        VideoProbe probe = VideoProbe.read(file);
        ClipIndex index = index(file);
        try (FileChannel channel = FileChannel.open(file);
                ClipDecoder decoder = new ClipDecoder(file, index, probe.width(), probe.height(), visitor)) {
            decoder.decode(channel);
        }
    }

    private static ClipIndex index(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            return ClipIndex.read(channel);
        } catch (BufferUnderflowException
                | IndexOutOfBoundsException
                | IllegalArgumentException
                | ArithmeticException e) {
            throw new IOException(file + " is damaged: its boxes contradict each other", e);
        }
    }
}
