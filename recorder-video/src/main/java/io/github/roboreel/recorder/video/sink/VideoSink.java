package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.recorder.video.VideoNames;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recorder.video.file.EncoderChoice;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.FrameRate;
import io.github.roboreel.recorder.video.file.VideoCodec;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the videos of a run: per env one of its sensors and one of the viewport, named by {@link VideoNames}.
 *
 * <p>{@link io.github.roboreel.recorder.schema.VideoRule} says which images a video shows: the sensor video each at
 * half size, from left to right in schema order, the viewport video at full size. Row k of {@code obs} is what was seen
 * before action k, so picture k is row k + 1, and the last one comes from {@code final_obs}: T steps give T pictures
 * where the final observation was given, T - 1 otherwise. Cameras of unequal height are aligned at the top, black
 * below; an odd size repeats its last row or column. A discarded episode leaves no video, one without pictures neither.
 *
 * <p>The sink's own thread only keeps frames and queues them; workers sharded by env scale and encode. When they are
 * behind, {@code video.on_full} says whether the thread waits, and with it in the end the simulation, or whether frames
 * are dropped and counted. Without a camera to show, or with {@code video.mode: none}, the sink does nothing at all.
 *
 * <p>Every env has its own encoders, which nothing bounds but the number of envs; where they would take more than half
 * of the machine's memory, opening warns. After a failure every video is closed at once; the recordings stay, playable
 * as far as they got. An encoder that does not come back while something waits for it is such a failure: its thread, a
 * daemon, is left behind with the one picture it holds, and no thread waits for it again.
 */
final class VideoSink implements EpisodeSink {
    private static final Logger LOG = LoggerFactory.getLogger(VideoSink.class);

    private final FrameEncoder.Factory givenEncoders;
    // Closed by another thread than the sink's own.
    private volatile VideoRecording recording;

    /** With the encoders that {@code video.encoder} asks for. */
    VideoSink() {
        this(null);
    }

    /** With encoders of the caller's. */
    VideoSink(FrameEncoder.Factory encoders) {
        this.givenEncoders = encoders;
    }

    @Override
    public String name() {
        return "video";
    }

    @Override
    public boolean recordsVideos() {
        return true;
    }

    @Override
    public Role role() {
        return Role.SIDE;
    }

    @Override
    public Set<Field> consumes(FieldSchema schema) {
        return VideoPlan.of(schema, "all").stream()
                .flatMap(plan -> plan.cameras().stream())
                .flatMap(camera -> Stream.of(camera.step(), camera.last()))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    @Override
    public void open(SinkContext context) throws IOException {
        List<VideoPlan> plans = VideoPlan.of(context.schema(), context.config().get(VideoSettings.MODE));
        if (plans.isEmpty()) {
            return;
        }
        requirePeriods(context.run());
        List<FrameEncoder.Factory> encoders = givenEncoders == null
                ? chosenEncoders(context, plans)
                : Collections.nCopies(plans.size(), givenEncoders);
        try {
            recording = new VideoRecording(context, plans, encoders);
        } catch (OutOfMemoryError e) {
            throw new IOException(
                    Sentence.of(
                            "the JVM has no memory for the encoders' pictures (%s); raise -Xmx or "
                                    + "-XX:MaxDirectMemorySize, or set %s to sensor, viewport or none",
                            e.getMessage(), VideoSettings.MODE),
                    e);
        }
    }

    private static void requirePeriods(RunSpec run) throws IOException {
        for (int env = 0; env < run.numDemos(); env++) {
            try {
                FrameRate.ofPeriod(run.episodes().get(env).dtSeconds());
            } catch (IllegalArgumentException e) {
                throw new IOException(
                        "env " + env + ": " + e.getMessage() + "; correct it or set " + VideoSettings.MODE + " to none",
                        e);
            }
        }
    }

    private static List<FrameEncoder.Factory> chosenEncoders(SinkContext context, List<VideoPlan> plans)
            throws IOException {
        List<FrameEncoder.Factory> encoders = new ArrayList<>();
        int numEnvs = context.run().numEnvs();
        long bytes = 0;
        for (VideoPlan plan : plans) {
            VideoCodec codec = chosenCodec(context, plan);
            encoders.add(codec.encoders());
            bytes += numEnvs * codec.bytesPerVideo(plan.width(), plan.height());
        }
        VideoMemory.of(numEnvs * plans.size(), bytes).complaint().ifPresent(LOG::warn);
        return encoders;
    }

    private static VideoCodec chosenCodec(SinkContext context, VideoPlan plan) throws IOException {
        String setting = context.config().get(VideoSettings.ENCODER);
        EncoderChoice choice = EncoderChoice.of(setting, plan.width(), plan.height());
        choice.log(LOG, plan.kind().label() + " videos");
        return choice.codec();
    }

    @Override
    public void onBegin(int env, RowView initial) {
        VideoRecording running = recording;
        if (running != null) {
            running.begin(env);
        }
    }

    @Override
    public void onBegin(int env, EpisodeBegin begin, RowView initial) {
        VideoRecording running = recording;
        if (running != null) {
            running.begin(env, begin.info());
        }
    }

    @Override
    public void onStep(int env, long step, RowView row) throws IOException {
        VideoRecording running = recording;
        if (running != null && step > 0) {
            running.show(env, step - 1, row, false);
        }
    }

    @Override
    public CompletionStage<SinkReport> onEnd(int env, EpisodeEnd end) throws IOException {
        VideoRecording running = recording;
        if (running == null) {
            return CompletableFuture.completedFuture(SinkReport.NONE);
        }
        boolean discarded = end.outcome().status() == EpisodeStatus.DISCARDED;
        if (!discarded && end.finalObservation() != null && end.numSamples() > 0) {
            running.show(env, end.numSamples() - 1, end.finalObservation(), true);
        }
        return running.end(env, discarded);
    }

    @Override
    public void close() throws IOException {
        VideoRecording running = recording;
        recording = null;
        if (running != null) {
            running.close();
        }
    }
}
