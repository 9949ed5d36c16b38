package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Locale;

/**
 * One video of one episode. Its file is created with its first picture, so that an episode without
 * pictures leaves none. For the thread of its worker.
 */
final class VideoStream {
    private final RunSpec run;
    private final EpisodeId episode;
    private final VideoKind kind;
    private final FrameEncoder.Factory encoders;
    private VideoWriter writer;

    VideoStream(RunSpec run, int env, VideoKind kind, FrameEncoder.Factory encoders) {
        this.run = run;
        this.episode = run.id(env);
        this.kind = kind;
        this.encoders = encoders;
    }

    void write(FrameCanvas canvas, ByteBuffer picture, long timeIndex) throws IOException {
        if (writer == null) {
            writer = create(canvas);
        }
        try {
            writer.write(picture, timeIndex);
        } catch (IOException | RuntimeException e) {
            throw broken("stopped", e);
        }
    }

    private VideoWriter create(FrameCanvas canvas) throws IOException {
        EpisodeInfo info = run.episodes().get(episode.env());
        VideoFormat format =
                new VideoFormat(
                        canvas.width(), canvas.height(), FrameRate.ofPeriod(info.dtSeconds()));
        Path folder = run.envFolder();
        return new VideoWriter(
                VideoFiles.firstFree(folder, VideoNames.names(info.instruction(), episode, kind)),
                format,
                encoders);
    }

    void finish() throws IOException {
        if (writer != null) {
            try {
                writer.finish();
            } catch (IOException | RuntimeException e) {
                throw broken("could not be finished", e);
            }
        }
    }

    void discard() throws IOException {
        if (writer != null) {
            writer.discard();
        }
    }

    /** Leaves the recording as it is. */
    void leave() throws IOException {
        if (writer != null) {
            writer.close();
        }
    }

    private IOException broken(String what, Exception cause) {
        return new IOException(
                "the "
                        + kind.name().toLowerCase(Locale.ROOT)
                        + " video of env "
                        + episode.env()
                        + " "
                        + what
                        + " ("
                        + (cause.getMessage() == null ? cause.toString() : cause.getMessage())
                        + "); what there is of it is in "
                        + writer.recordingFile(),
                cause);
    }
}
