package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.video.VideoSettings;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** The workers of a run with a thread each, all daemons; env e is served by worker e modulo n. */
final class EncodeWorkers {
    private static final int DEFAULT_COUNT = 2;
    private static final long JOIN_MILLIS = 20;

    private final EncodeWorker[] workers;
    private final Thread[] threads;
    private final EncoderWatch watch;
    private final int closeTimeoutSeconds;

    /**
     * Does not start them.
     *
     * @param stopRequest makes them drop and count pictures instead of encoding them, once urgent
     * @param progressed called while a picture takes its time and the sink's thread waits for room
     */
    EncodeWorkers(
            RecorderConfig config,
            int numEnvs,
            List<VideoPlan> plans,
            FrameBudget budget,
            VideoFailure failure,
            StopRequest stopRequest,
            Runnable progressed) {
        closeTimeoutSeconds = config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS);
        workers = new EncodeWorker[count(config, numEnvs)];
        threads = new Thread[workers.length];
        Arrays.setAll(workers, i -> new EncodeWorker(plans, budget, failure, stopRequest));
        for (int i = 0; i < workers.length; i++) {
            threads[i] = new Thread(workers[i], "roboreel-video-" + i);
            threads[i].setDaemon(true);
        }
        watch = new EncoderWatch(workers, threads, budget, failure, stallLimit(config, plans), progressed);
    }

    private static int count(RecorderConfig config, int numEnvs) {
        int configured = config.get(VideoSettings.ENCODER_THREADS);
        int wanted = configured > 0
                ? configured
                : Math.min(DEFAULT_COUNT, Runtime.getRuntime().availableProcessors());
        return Math.min(wanted, numEnvs);
    }

    /**
     * Before the recorder gives the whole sink up, which does not know which video it is; longer for large pictures, of
     * which the pure Java encoder on a busy machine does one megapixel per second.
     */
    private static Duration stallLimit(RecorderConfig config, List<VideoPlan> plans) {
        double megapixels = plans.stream()
                .mapToDouble(p -> 1e-6 * p.width() * p.height())
                .max()
                .orElse(0);
        double seconds = 0.75 * config.get(RecorderSettings.STALL_LIMIT_SECONDS) + megapixels;
        return Duration.ofMillis(Math.round(1000 * seconds));
    }

    /** Starts all threads, or none that stays. */
    void start() {
        try {
            for (Thread thread : threads) {
                thread.start();
            }
            watch.start();
        } catch (Throwable e) {
            stop();
            throw e;
        }
    }

    private void stop() {
        for (EncodeWorker worker : workers) {
            worker.stop();
        }
    }

    /** What waits for any of them. Any thread. */
    int queueLength() {
        return Arrays.stream(workers).mapToInt(EncodeWorker::queueLength).sum();
    }

    EncodeWorker of(int env) {
        return workers[env % workers.length];
    }

    /** Workers with nothing to do have files open too. */
    void noticeFailure() {
        for (EncodeWorker worker : workers) {
            worker.notice();
        }
    }

    /**
     * Ends them after everything that was handed over before.
     *
     * @throws IOException when that takes longer than {@code recorder.close_timeout_seconds}
     */
    void close() throws IOException {
        stop();
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(closeTimeoutSeconds);
        try {
            for (int i = 0; i < threads.length; i++) {
                join(threads[i], workers[i], deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while the videos were being finished", e);
        } finally {
            watch.stop();
        }
    }

    /** Waits for a worker's end, but not for one that was left behind. */
    private void join(Thread thread, EncodeWorker worker, long deadlineNanos) throws IOException, InterruptedException {
        while (thread.isAlive() && !watch.hasLeftBehind(worker)) {
            if (System.nanoTime() - deadlineNanos >= 0) {
                throw new IOException(Sentence.of(
                        "the videos were not finished within %s s, %s is still at it; what was encoded is in the "
                                + "files *%s of the env's folder",
                        closeTimeoutSeconds, thread.getName(), RunFolder.RECORDING_VIDEO_SUFFIX));
            }
            thread.join(JOIN_MILLIS);
        }
    }
}
