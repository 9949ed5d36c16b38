package io.github.roboreel.recorder.video.file;

import io.github.roboreel.recorder.spi.files.VideoClipFormat;
import io.github.roboreel.recorder.spi.files.VideoClipInfo;
import io.github.roboreel.recorder.spi.files.VideoClipReader;
import io.github.roboreel.recorder.spi.files.VideoClipWriter;
import io.github.roboreel.recorder.video.file.ClipReader.Pixels;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** H.264 in MP4, with the best encoder that is here; FFmpeg decodes. */
public final class Mp4ClipFormat implements VideoClipFormat {
    private static final int KEY_INTERVAL = 2;
    private static final double RATE_TOLERANCE = 1e-6;

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
        return info(file, VideoProbe.read(file));
    }

    private static VideoClipInfo info(Path file, VideoProbe probe) throws IOException {
        Optional<VideoClipInfo> even = evenlyTimed(file, probe);
        return even.isPresent() ? even.get() : info(probe, times(file, probe));
    }

    /** The table says it all, so that clips can be checked where FFmpeg is not. */
    private static Optional<VideoClipInfo> evenlyTimed(Path file, VideoProbe probe) throws IOException {
        if (probe.isFragmented() || probe.frames() == 0) {
            throw new IOException(
                    file + (probe.isFragmented() ? " was not finished; recover its folder" : " holds no picture"));
        }
        boolean isEven = probe.isEvenlyTimed() && probe.codec().equals("avc1");
        return isEven ? Optional.of(info(probe, probe.framesPerSecond(), "h264", true)) : Optional.empty();
    }

    private static VideoClipInfo info(VideoProbe probe, ClipTimes times) {
        return info(probe, times.fps(), times.codec(), times.isConstantRate());
    }

    private static VideoClipInfo info(VideoProbe probe, double fps, String codec, boolean isConstantRate) {
        return new VideoClipInfo(probe.width(), probe.height(), probe.frames(), fps, codec, isConstantRate);
    }

    private static ClipTimes times(Path file, VideoProbe probe) throws IOException {
        try (ClipReader reader = new ClipReader(file, probe)) {
            return reader.times();
        }
    }

    @Override
    public Optional<String> joinKey(Path video) throws IOException {
        return VideoProbe.read(video, channel -> new ProbedMovie(video, channel).joinable())
                .map(JoinableVideo::key);
    }

    @Override
    public void join(List<Path> videos, Path file) throws IOException {
        List<JoinableVideo> joined = new ArrayList<>();
        for (Path video : videos) {
            joined.add(VideoProbe.read(video, channel -> new ProbedMovie(video, channel).joinable())
                    .orElseThrow(
                            () -> new IOException(video + " stays a file of its own: its pictures have no even times"
                                    + " or are decoded otherwise than its header says")));
        }
        JoinableVideo.join(joined, file);
    }

    @Override
    public void decode(Path file, FrameVisitor visitor) throws IOException {
        try (ClipReader reader = new ClipReader(file, VideoProbe.read(file))) {
            reader.decode(visitor);
        }
    }

    @Override
    public VideoClipReader open(Path file) throws IOException {
        VideoProbe probe = VideoProbe.read(file);
        VideoClipInfo info = info(file, probe);
        if (!info.isConstantRate()) {
            throw new IOException(file + " does not show frame k at k/" + info.fps()
                    + " s, so it is not known which frame belongs to which step; encode it again at a constant rate");
        }
        return constant(file, probe, info, Pixels.RGB);
    }

    private static ClipFrames constant(Path file, VideoProbe probe, VideoClipInfo info, Pixels pixels)
            throws IOException {
        return new ClipFrames(file, probe, info, pixels, seconds -> Math.round(seconds * info.fps()));
    }

    @Override
    public VideoClipReader open(Path file, double fps) throws IOException {
        return open(file, fps, Pixels.RGB);
    }

    @Override
    public VideoClipReader openGrey12(Path file, double fps) throws IOException {
        return open(file, fps, Pixels.GREY12);
    }

    private static VideoClipReader open(Path file, double fps, Pixels pixels) throws IOException {
        VideoProbe probe = VideoProbe.read(file);
        Optional<VideoClipInfo> even = evenlyTimed(file, probe);
        return even.isPresent()
                ? constant(file, probe, requireRate(file, even.get(), fps), pixels)
                : open(file, probe, times(file, probe), fps, pixels);
    }

    private static VideoClipReader open(Path file, VideoProbe probe, ClipTimes times, double fps, Pixels pixels)
            throws IOException {
        if (times.isConstantRate()) {
            return constant(file, probe, requireRate(file, info(probe, times), fps), pixels);
        }
        if (!times.isSteady(fps)) {
            throw new IOException(file + " does not show a picture every 1/" + fps
                    + " s, so it is not known which one belongs to which step; encode it again at a constant rate");
        }
        return new ClipFrames(file, probe, info(probe, fps, times.codec(), false), pixels, times::frame);
    }

    private static VideoClipInfo requireRate(Path file, VideoClipInfo info, double fps) throws IOException {
        if (Math.abs(info.fps() - fps) > RATE_TOLERANCE * fps) {
            throw new IOException(
                    file + " has " + info.fps() + " frames per second, not " + fps + "; repair the dataset");
        }
        return info;
    }
}
