package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.format.fault.IoAction;
import java.io.IOException;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The one thread that touches a run file. Its queue has no bound of its own: what is in it is bounded by the chunk
 * buffers, the frame buffers and the number of envs.
 */
final class Hdf5Thread {
    private static final long TICK_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final BlockingQueue<IoAction> queue = new LinkedBlockingQueue<>();
    private final DemoWriter demos;
    private final Runnable progress;
    private final SinkFailure failure;
    private final LongSupplier nanoClock;
    private final long intervalNanos;
    private final Thread thread;
    private volatile boolean stopping;
    private volatile boolean failed;
    private long nextIntervalNanos;

    /**
     * Not started yet.
     *
     * @param progress called after each task and each interval
     * @param intervalNanos 0 for none
     */
    Hdf5Thread(
            String name,
            DemoWriter demos,
            Runnable progress,
            SinkFailure failure,
            LongSupplier nanoClock,
            long intervalNanos) {
        this.demos = demos;
        this.progress = progress;
        this.failure = failure;
        this.nanoClock = nanoClock;
        this.intervalNanos = intervalNanos;
        thread = new Thread(this::loop, name);
        thread.setDaemon(true);
    }

    void start() {
        nextIntervalNanos = nanoClock.getAsLong() + intervalNanos;
        thread.start();
    }

    /** Any thread; in order for each. Dropped after a failure. */
    void submit(IoAction task) {
        queue.add(task);
    }

    /**
     * Runs what is queued, then ends.
     *
     * @return false when it has not ended at that time of {@link System#nanoTime}
     */
    boolean stop(long deadlineNanos) throws InterruptedException {
        stopping = true;
        queue.add(() -> {});
        TimeUnit.NANOSECONDS.timedJoin(thread, Math.max(1, deadlineNanos - System.nanoTime()));
        return !thread.isAlive();
    }

    /** Whether a task failed, so that the file must not be written any more. */
    boolean hasFailed() {
        return failed;
    }

    private void loop() {
        while (!stopping || !queue.isEmpty()) {
            try {
                turn();
            } catch (Throwable e) {
                failed = true;
                failure.raise(e);
            }
        }
    }

    private void turn() throws IOException, InterruptedException {
        IoAction task = queue.poll(waitNanos(), TimeUnit.NANOSECONDS);
        if (failure.isRaised()) {
            return;
        }
        if (task != null) {
            task.run();
        }
        demos.onTick();
        demos.afterTask(queue.isEmpty());
        if (task != null) {
            progress.run();
        }
        if (intervalNanos > 0 && nanoClock.getAsLong() - nextIntervalNanos >= 0) {
            runInterval();
            progress.run();
        }
    }

    private long waitNanos() {
        if (failure.isRaised()) {
            return TICK_NANOS;
        }
        long nanos = Math.min(TICK_NANOS, demos.nanosUntilDue());
        if (intervalNanos > 0) {
            nanos = Math.min(nanos, nextIntervalNanos - nanoClock.getAsLong());
        }
        return Math.max(0, nanos);
    }

    /** Flushing by time takes a fifth of this thread's time at most. */
    private void runInterval() throws IOException {
        long start = nanoClock.getAsLong();
        demos.onInterval();
        long end = nanoClock.getAsLong();
        nextIntervalNanos = end + Math.max(intervalNanos, 4 * (end - start));
    }
}
