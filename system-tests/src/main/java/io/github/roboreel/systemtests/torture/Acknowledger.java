package io.github.roboreel.systemtests.torture;

import io.github.roboreel.recorder.EpisodeRecorder;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * A thread that copies {@code durableSteps()} of every env into the ack file, and reports how old the oldest step is
 * that is not durable yet.
 */
final class Acknowledger implements AutoCloseable {
    private static final long PERIOD_NANOS = TimeUnit.MILLISECONDS.toNanos(4);
    private static final long PATIENCE_NANOS = TimeUnit.MILLISECONDS.toNanos(40);
    private static final long MAX_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(5);

    /** Publish times are kept for that many vector steps; a power of two. */
    private static final int KEPT = 1 << 16;

    private final EpisodeRecorder recorder;
    private final AckFile file;
    private final long[] publishNanos = new long[KEPT];
    private final Thread thread = new Thread(this::loop, "torture-ack");
    private volatile long published;
    private volatile boolean stopping;
    private volatile long slowestNanos;
    private long acknowledged;

    Acknowledger(EpisodeRecorder recorder, AckFile file) {
        this.recorder = recorder;
        this.file = file;
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** A vector step is about to be published. Waits while an earlier one is not durable yet. */
    void publishing(long step, Pacer pacer) {
        long now = System.nanoTime();
        long age = oldestNanos(now);
        pacer.saw(age, now);
        // Not indefinitely: a recorder that has failed says so at the next step.
        long deadline = now + MAX_PATIENCE_NANOS;
        while (age > PATIENCE_NANOS && System.nanoTime() < deadline) {
            LockSupport.parkNanos(TimeUnit.MICROSECONDS.toNanos(100));
            age = oldestNanos(System.nanoTime());
        }
        publishNanos[(int) (step & KEPT - 1)] = System.nanoTime();
    }

    void published(long steps) {
        published = steps;
    }

    /** Age of the oldest vector step that is not durable in every env. */
    private long oldestNanos(long now) {
        long durable = leastDurable();
        return durable >= published ? 0 : now - publishNanos[(int) (durable & KEPT - 1)];
    }

    private long leastDurable() {
        long least = Long.MAX_VALUE;
        for (int env = 0; env < recorder.numEnvs(); env++) {
            least = Math.min(least, recorder.env(env).durableSteps());
        }
        return least;
    }

    /** Longest time from publishing a vector step to its acknowledgement in the file. */
    double slowestMs() {
        return slowestNanos / 1e6;
    }

    private void loop() {
        while (!stopping) {
            acknowledge();
            LockSupport.parkNanos(PERIOD_NANOS);
        }
    }

    /** Writes how far every env is. */
    private void acknowledge() {
        for (int env = 0; env < recorder.numEnvs(); env++) {
            // What was promised stays promised.
            file.put(env, Math.max(file.get(env), recorder.env(env).durableSteps()));
        }
        long least = file.least();
        if (least > acknowledged) {
            long oldest = publishNanos[(int) (acknowledged & KEPT - 1)];
            slowestNanos = Math.max(slowestNanos, System.nanoTime() - oldest);
            acknowledged = least;
        }
    }

    /** Acknowledges what there is and ends the thread. */
    @Override
    public void close() {
        stopping = true;
        try {
            thread.join();
            acknowledge();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
