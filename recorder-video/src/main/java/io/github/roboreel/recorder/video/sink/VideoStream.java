package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.video.VideoFiles;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.FrameRate;
import io.github.roboreel.recorder.video.file.SampleBuffer;
import io.github.roboreel.recorder.video.file.VideoFormat;
import io.github.roboreel.recorder.video.file.VideoWriter;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * One video of one episode. Its file is created with its first picture, so that an episode without pictures leaves
 * none. For the thread of its worker.
 */
final class VideoStream {
    private final RunSpec run;
    private final EpisodeId episode;
    private final EpisodeInfo info;
    private final VideoKind kind;
    private final FrameEncoder.Factory encoders;
    private final SampleBuffer samples;
    private VideoWriter writer;
    private Path leftRecording;

    /**
     * A video without pictures yet.
     *
     * @param info whose instruction the video is named by
     * @param samples shared by the videos of a worker
     */
    VideoStream(
            RunSpec run,
            EpisodeId episode,
            EpisodeInfo info,
            VideoKind kind,
            FrameEncoder.Factory encoders,
            SampleBuffer samples) {
        this.run = run;
        this.episode = episode;
        this.info = info;
        this.kind = kind;
        this.encoders = encoders;
        this.samples = samples;
    }

    void write(FrameCanvas canvas, ByteBuffer picture, long timeIndex) throws IOException {
        if (writer == null) {
            try {
                writer = create(canvas);
            } catch (Throwable e) {
                throw new IOException(name() + " could not be started (" + Reason.of(e) + ")", e);
            }
        }
        try {
            writer.write(picture, timeIndex);
        } catch (Throwable e) {
            throw broken(writer, "stopped", e);
        }
    }

    private VideoWriter create(FrameCanvas canvas) throws IOException {
        VideoFormat format = new VideoFormat(canvas.width(), canvas.height(), FrameRate.ofPeriod(info.dtSeconds()));
        Path folder = run.envFolder();
        return new VideoWriter(
                VideoFiles.firstFree(folder, VideoNames.names(info.instruction(), episode, kind)),
                format,
                encoders,
                samples);
    }

    void finish() throws IOException {
        VideoWriter ended = taken();
        if (ended != null) {
            try {
                ended.finish();
            } catch (Throwable e) {
                leftRecording = ended.recordingFile();
                throw broken(ended, "could not be finished", e);
            }
        }
    }

    void discard() throws IOException {
        VideoWriter ended = taken();
        if (ended != null) {
            ended.discard();
        }
        if (leftRecording != null) {
            Files.deleteIfExists(leftRecording);
        }
    }

    /** Leaves the recording as it is. */
    void closeUnfinished() throws IOException {
        VideoWriter ended = taken();
        if (ended != null) {
            leftRecording = ended.recordingFile();
            ended.close();
        }
    }

    /** An ended episode is kept until the next one begins, and its buffers must not be. */
    private VideoWriter taken() {
        VideoWriter ended = writer;
        writer = null;
        return ended;
    }

    /** What it is, for messages. */
    String name() {
        return "the " + kind.label() + " video of env " + episode.env();
    }

    private IOException broken(VideoWriter writer, String what, Throwable cause) {
        Path rest = writer.recordingFile();
        return new IOException(
                Sentence.of(
                        "%s %s (%s); %s",
                        name(),
                        what,
                        Reason.of(cause),
                        Files.exists(rest) ? "what there is of it is in " + rest : "nothing of it is left"),
                cause);
    }
}
