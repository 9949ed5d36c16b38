package io.github.roboreel.systemtests.soak;

import java.util.concurrent.atomic.AtomicLong;

/** What has been done so far. Any thread. */
final class SoakCounts {
    private final AtomicLong runs = new AtomicLong();
    private final AtomicLong episodes = new AtomicLong();
    private final AtomicLong discarded = new AtomicLong();
    private final AtomicLong steps = new AtomicLong();
    private final AtomicLong values = new AtomicLong();
    private final AtomicLong liveValues = new AtomicLong();
    private final AtomicLong liveReads = new AtomicLong();
    private final AtomicLong pythonReads = new AtomicLong();
    private final AtomicLong pythonRefusals = new AtomicLong();
    private final AtomicLong pythonValues = new AtomicLong();
    private final AtomicLong videos = new AtomicLong();
    private final AtomicLong failedSideSinks = new AtomicLong();
    private final AtomicLong audits = new AtomicLong();

    void recorded(RunPlan plan) {
        runs.incrementAndGet();
        for (EnvPlan env : plan.envs()) {
            episodes.incrementAndGet();
            discarded.addAndGet(env.ending() == Ending.DISCARDED ? 1 : 0);
            steps.addAndGet(env.steps());
        }
    }

    void addValues(long count) {
        values.addAndGet(count);
    }

    void addLiveValues(long count) {
        liveValues.addAndGet(count);
    }

    /** A reader of this process opened a file and closed it. */
    void liveRead() {
        liveReads.incrementAndGet();
    }

    /** A process with h5py opened files so often, and was refused so often. */
    void pythonRead(long opens, long refusals, long read) {
        pythonReads.addAndGet(opens);
        pythonRefusals.addAndGet(refusals);
        pythonValues.addAndGet(read);
    }

    void addVideo() {
        videos.incrementAndGet();
    }

    void addFailedSideSink() {
        failedSideSinks.incrementAndGet();
    }

    void addAudit() {
        audits.incrementAndGet();
    }

    long runs() {
        return runs.get();
    }

    long episodes() {
        return episodes.get();
    }

    long discarded() {
        return discarded.get();
    }

    long steps() {
        return steps.get();
    }

    long values() {
        return values.get();
    }

    long liveValues() {
        return liveValues.get();
    }

    long liveReads() {
        return liveReads.get();
    }

    long pythonReads() {
        return pythonReads.get();
    }

    long pythonRefusals() {
        return pythonRefusals.get();
    }

    long pythonValues() {
        return pythonValues.get();
    }

    long videos() {
        return videos.get();
    }

    long failedSideSinks() {
        return failedSideSinks.get();
    }

    long audits() {
        return audits.get();
    }
}
