package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeRecorder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/**
 * A thread that looks at {@code durableSteps()} of every env ten thousand times a second, and measures how long each
 * step took to get there.
 */
final class AckMeter implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

    /** Steps of one env whose times are kept; a power of two beyond what the ring may hold. */
    private static final int KEPT = 1 << 16;

    private final EpisodeRecorder recorder;
    private final long[][] publishNanos;
    private final long[] durable;
    private final Histogram lagNanos;
    private final Thread thread = new Thread(this::loop, "bench-acks");
    private volatile boolean stopping;
    private volatile long mostPendingSteps;

    /** @param lagNanos gets a value per step */
    AckMeter(EpisodeRecorder recorder, Histogram lagNanos) {
        this.recorder = recorder;
        this.lagNanos = lagNanos;
        publishNanos = new long[recorder.numEnvs()][KEPT];
        durable = new long[recorder.numEnvs()];
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A step of all envs is about to be published; the publishing itself makes this visible. */
    void publishing(long step) {
        for (long[] nanos : publishNanos) {
            nanos[(int) (step & KEPT - 1)] = System.nanoTime();
        }
    }

    /** Most steps of all envs together that were published and not durable. */
    long mostPendingSteps() {
        return mostPendingSteps;
    }

    private void loop() {
        while (!stopping) {
            look();
            LockSupport.parkNanos(PERIOD_NANOS);
        }
    }

    private void look() {
        long pending = 0;
        for (int env = 0; env < durable.length; env++) {
            long now = recorder.env(env).durableSteps();
            long nanos = System.nanoTime();
            for (long step = durable[env]; step < now; step++) {
                lagNanos.recordValue(nanos - publishNanos[env][(int) (step & KEPT - 1)]);
            }
            durable[env] = Math.max(durable[env], now);
            pending += recorder.env(env).numSamples() - durable[env];
        }
        mostPendingSteps = Math.max(mostPendingSteps, pending);
    }

    /** Waits until every published step is durable, and ends the thread. */
    @Override
    public void close() {
        long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (isBehind() && System.nanoTime() < deadlineNanos) {
            LockSupport.parkNanos(PERIOD_NANOS);
        }
        stopping = true;
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        look();
    }

    private boolean isBehind() {
        for (int env = 0; env < durable.length; env++) {
            if (recorder.env(env).durableSteps() < recorder.env(env).numSamples()) {
                return true;
            }
        }
        return false;
    }
}
