package io.github.roboreel.recorder.video;

import io.github.roboreel.recorder.Field;
import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.RecorderSettings;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.Frame;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A run of which videos are being made: queues what the sink's thread hands over, env by env, for
 * the workers. For that one thread.
 */
final class VideoRecording {
    private static final Logger LOG = LoggerFactory.getLogger(VideoRecording.class);
    private static final int DEFAULT_THREADS = 2;

    private final RunSpec run;
    private final List<VideoPlan> plans;
    private final List<FrameEncoder.Factory> encoders;
    private final int camerasPerStep;
    private final boolean dropping;
    private final FrameBudget budget;
    private final VideoFailure failure;
    private final EncodeWorker[] workers;
    private final Thread[] threads;
    private final int closeTimeoutSeconds;
    private final EpisodeVideos[] videos;
    private final long[] droppedFrames;

    /**
     * Starts the workers.
     *
     * @param encoders one per plan
     */
    VideoRecording(
            SinkContext context, List<VideoPlan> plans, List<FrameEncoder.Factory> encoders) {
        RecorderConfig config = context.config();
        this.run = context.run();
        this.plans = plans;
        this.encoders = encoders;
        this.camerasPerStep = plans.stream().mapToInt(p -> p.cameras().size()).sum();
        this.dropping = config.get(VideoSettings.ON_FULL).equals("drop");
        this.budget = FrameBudget.of(config, context.schema(), run.numEnvs(), dropping);
        this.failure =
                new VideoFailure(
                        cause -> {
                            noticeFailure();
                            context.fail(cause);
                        });
        this.closeTimeoutSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        this.videos = new EpisodeVideos[run.numEnvs()];
        this.droppedFrames = new long[run.numEnvs()];
        this.workers = new EncodeWorker[threads(config)];
        this.threads = new Thread[workers.length];
        Arrays.setAll(workers, i -> new EncodeWorker(plans, budget, failure));
        for (int i = 0; i < workers.length; i++) {
            threads[i] = new Thread(workers[i], "roboreel-video-" + i);
            threads[i].setDaemon(true);
            threads[i].start();
        }
    }

    /** Workers with nothing to do have files open too. */
    private void noticeFailure() {
        for (EncodeWorker worker : workers) {
            worker.notice();
        }
    }

    private int threads(RecorderConfig config) {
        int configured = config.get(VideoSettings.ENCODER_THREADS);
        int wanted =
                configured > 0
                        ? configured
                        : Math.min(DEFAULT_THREADS, Runtime.getRuntime().availableProcessors());
        return Math.min(wanted, run.numEnvs());
    }

    void begin(int env) {
        List<VideoStream> streams = new ArrayList<>();
        SampleBuffer samples = worker(env).samples();
        for (int i = 0; i < plans.size(); i++) {
            VideoKind kind = plans.get(i).kind();
            streams.add(new VideoStream(run, env, kind, encoders.get(i), samples));
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
        if (!hasRoom(bytes)) {
            droppedFrames[env]++;
            return;
        }
        for (Frame frame : frames) {
            if (frame != null) {
                frame.retain();
            }
        }
        worker(env).show(videos[env], frames, time, bytes);
    }

    private boolean hasRoom(long bytes) throws IOException {
        if (dropping) {
            return budget.tryTake(bytes);
        }
        try {
            budget.take(bytes);
            return true;
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
            LOG.warn(
                    "env {}: the video encoders were behind and {} frames were dropped",
                    env,
                    droppedFrames[env]);
        }
        return worker(env).end(ended, discarded, droppedFrames[env]);
    }

    private EncodeWorker worker(int env) {
        return workers[env % workers.length];
    }

    /** Encodes what is queued, finishes every video and ends the workers. */
    void close() throws IOException {
        for (EncodeWorker worker : workers) {
            worker.stop();
        }
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(closeTimeoutSeconds);
        for (Thread thread : threads) {
            join(thread, deadline);
        }
    }

    private void join(Thread thread, long deadlineNanos) throws IOException {
        try {
            long millis = TimeUnit.NANOSECONDS.toMillis(deadlineNanos - System.nanoTime());
            thread.join(Math.max(1, millis));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the videos were being finished", e);
        }
        if (thread.isAlive()) {
            throw new IOException(
                    "the videos were not finished within "
                            + closeTimeoutSeconds
                            + " s; what was encoded is in "
                            + run.envFolder()
                            + "/*"
                            + VideoNames.RECORDING_SUFFIX);
        }
    }
}
