package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.video.sink.EncodeWorker.Activity;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Fails the videos when an encoder does not come back while something waits for it: the sink's thread for room, or the
 * end of an episode. A worker that makes progress, however slowly, is never one of those, and neither is one that only
 * writes a finished video to a slow disk.
 *
 * <p>Looks are counted, not time: of a process that was suspended, or a machine that was asleep, one look goes by.
 */
final class EncoderWatch implements Runnable {
    private static final int LOOKS = 16;
    private static final long END_MILLIS = 1000;

    private final EncodeWorker[] workers;
    private final Thread[] threads;
    private final FrameBudget budget;
    private final VideoFailure failure;
    private final Duration limit;
    private final Runnable progressed;
    private final Activity[] last;
    private final int[] looks;
    private final boolean[] leftBehind;
    private final Thread thread = new Thread(this, "roboreel-video-watch");
    private long lastReturns;
    private int looksWithoutRoom;

    /**
     * Does not look yet.
     *
     * @param threads of the workers
     * @param limit how long one picture may take
     * @param progressed called while pictures that take no longer hold up the sink's thread
     */
    EncoderWatch(
            EncodeWorker[] workers,
            Thread[] threads,
            FrameBudget budget,
            VideoFailure failure,
            Duration limit,
            Runnable progressed) {
        this.workers = workers;
        this.threads = threads;
        this.budget = budget;
        this.failure = failure;
        this.limit = limit;
        this.progressed = progressed;
        this.last = new Activity[workers.length];
        this.looks = new int[workers.length];
        this.leftBehind = new boolean[workers.length];
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Ends its thread, at once but for a failure that it is just reporting. */
    void stop() {
        thread.interrupt();
        try {
            thread.join(END_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whether no thread waits for that worker's thread any more. */
    synchronized boolean hasLeftBehind(EncodeWorker worker) {
        return leftBehind[Arrays.asList(workers).indexOf(worker)];
    }

    @Override
    public void run() {
        try {
            while (true) {
                TimeUnit.NANOSECONDS.sleep(limit.toNanos() / LOOKS);
                check();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void check() {
        long returns = budget.returns();
        looksWithoutRoom = budget.isAwaited() && returns == lastReturns ? looksWithoutRoom + 1 : 0;
        lastReturns = returns;
        boolean working = false;
        for (int i = 0; i < workers.length; i++) {
            Activity activity = workers[i].activity();
            boolean isSame = activity.inHand() != null && activity.equals(last[i]);
            looks[i] = isSame ? looks[i] + 1 : 0;
            last[i] = activity;
            working |= activity.inHand() != null && looks[i] < LOOKS;
            if (looks[i] >= LOOKS && isWaitedFor(workers[i])) {
                abandon(i, activity);
            }
        }
        // The recorder's own limit does not know how large the pictures are.
        if (working && budget.isAwaited()) {
            progressed.run();
        }
    }

    private boolean isWaitedFor(EncodeWorker worker) {
        return looksWithoutRoom >= LOOKS || worker.delaysAnEnd() || failure.happened();
    }

    private void abandon(int worker, Activity activity) {
        synchronized (this) {
            if (leftBehind[worker]) {
                return;
            }
            leftBehind[worker] = true;
        }
        failure.report(new IOException(Sentence.of(
                "%s has made no progress with %s for %.1f s; it is left behind",
                threads[worker].getName(), activity.inHand(), limit.toMillis() / 1000.0)));
        workers[worker].abandon();
    }
}
