package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.recorder.video.VideoKind;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recorder.video.file.FrameEncoder;
import io.github.roboreel.recorder.video.file.SampleBuffer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of which videos are being made: queues what the sink's thread hands over, env by env, for the workers. For that
 * one thread.
 */
final class VideoRecording {
    private static final Logger LOG = LoggerFactory.getLogger(VideoRecording.class);

    private final RunSpec run;
    private final List<VideoPlan> plans;
    private final List<FrameEncoder.Factory> encoders;
    private final int camerasPerStep;
    private final boolean dropping;
    private final FrameBudget budget;
    private final VideoFailure failure;
    private final EncodeWorkers workers;
    private final EpisodeVideos[] videos;
    private final long[] droppedFrames;
    private final StopRequest stopRequest;

    /**
     * Starts the workers.
     *
     * @param encoders one per plan
     */
    VideoRecording(SinkContext context, List<VideoPlan> plans, List<FrameEncoder.Factory> encoders) {
        RecorderConfig config = context.config();
        this.run = context.run();
        this.stopRequest = context.stopRequest();
        this.plans = plans;
        this.encoders = encoders;
        this.camerasPerStep = plans.stream().mapToInt(p -> p.cameras().size()).sum();
        this.dropping = config.get(VideoSettings.ON_FULL).equals("drop");
        this.budget = FrameBudget.of(config, context.schema(), run.numEnvs(), dropping);
        this.failure = new VideoFailure(cause -> failed(context, cause));
        this.videos = new EpisodeVideos[run.numDemos()];
        this.droppedFrames = new long[run.numDemos()];
        this.workers =
                new EncodeWorkers(config, run.numEnvs(), plans, budget, failure, stopRequest, context::progressed);
        workers.start();
        RecorderMeter.ENCODER_QUEUE.gauge(workers::queueLength).register(context.meters());
    }

    /** Also sends away the threads that wait for room. */
    private void failed(SinkContext context, Throwable cause) {
        try {
            budget.release();
            workers.noticeFailure();
        } finally {
            context.fail(cause);
        }
    }

    void begin(int env) {
        begin(env, run.episodes().get(env));
    }

    /** @param info by whose instruction the videos are named */
    void begin(int env, EpisodeInfo info) {
        List<VideoStream> streams = new ArrayList<>();
        SampleBuffer samples = workers.of(env).samples();
        for (int i = 0; i < plans.size(); i++) {
            VideoKind kind = plans.get(i).kind();
            streams.add(new VideoStream(run, run.id(env), info, kind, encoders.get(i), samples));
        }
        videos[env] = new EpisodeVideos(streams);
        droppedFrames[env] = 0;
    }

    /**
     * Queues a step's cameras, or drops them.
     *
     * @param last whether the row holds FINAL fields
     */
    void show(int env, long time, RowView row, boolean last) throws IOException {
        if (failure.happened()) {
            return;
        }
        try {
            queue(env, time, row, last);
        } catch (Throwable e) {
            // What is thrown fails the sink; no video of which a picture is missing gets a name.
            failure.report(e);
            throw e;
        }
    }

    private void queue(int env, long time, RowView row, boolean last) throws IOException {
        Frame[] frames = new Frame[camerasPerStep];
        int at = 0;
        long bytes = 0;
        for (VideoPlan plan : plans) {
            boolean shown = !last || plan.showsTheEnd();
            for (Camera camera : plan.cameras()) {
                if (shown) {
                    Field field = last ? camera.last() : camera.step();
                    frames[at] = row.frame(field);
                    bytes += field.rowBytes();
                }
                at++;
            }
        }
        if (bytes > 0) {
            queue(env, time, frames, bytes);
        }
    }

    private void queue(int env, long time, Frame[] frames, long bytes) throws IOException {
        // Held before the wait for room: the row may be gone after it.
        HeldFrames held = HeldFrames.of(frames);
        boolean queued = false;
        try {
            if (hasRoom(bytes)) {
                workers.of(env).show(videos[env], held, time, bytes);
                queued = true;
            } else {
                droppedFrames[env]++;
            }
        } finally {
            if (!queued) {
                held.release();
            }
        }
    }

    private boolean hasRoom(long bytes) throws IOException {
        if (stopRequest.isUrgent()) {
            return false;
        }
        if (dropping) {
            return budget.tryTake(bytes);
        }
        try {
            return budget.take(bytes);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while waiting for the video encoders", e);
        }
    }

    CompletableFuture<SinkReport> end(int env, boolean discarded) {
        EpisodeVideos ended = videos[env];
        if (discarded) {
            ended.abandon();
        } else if (droppedFrames[env] > 0) {
            LOG.warn("env {}: the video encoders were behind and {} frames were dropped", env, droppedFrames[env]);
        }
        return workers.of(env).end(ended, discarded, droppedFrames[env]);
    }

    /** Encodes what is queued, finishes every video and ends the workers. */
    void close() throws IOException {
        try {
            workers.close();
        } finally {
            budget.release();
        }
    }
}
