package io.github.roboreel.cli.record;

import io.github.roboreel.cli.base.Interruption;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.runner.RunProgress;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Looks at a run several times a second and shows its progress, which costs the producers nothing; passes the wish to
 * stop on to them.
 */
final class RunMonitor implements RunProgress, AutoCloseable {
    private static final long PERIOD_MILLIS = 200;

    private final EpisodeRecorder recorder;
    private final Progress progress;
    private final RecordPlan plan;
    private final BatchPlace place;
    private final int before;
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicLong endedSteps = new AtomicLong();
    private final Interruption interruption;
    private final long beganNanos = System.nanoTime();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(RunMonitor::thread);

    /** @param before continuous episodes that were there before */
    RunMonitor(
            EpisodeRecorder recorder,
            Progress progress,
            RecordPlan plan,
            BatchPlace place,
            int before,
            Interruption interruption) {
        this.recorder = recorder;
        this.progress = progress;
        this.plan = plan;
        this.before = before;
        this.place = place;
        this.interruption = interruption;
        timer.scheduleAtFixedRate(this::poll, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void poll() {
        progress.update(status());
    }

    @Override
    public void ended(int env, EpisodeOutcome outcome, int steps) {
        ended.incrementAndGet();
        endedSteps.addAndGet(steps);
    }

    @Override
    public boolean stopRequested() {
        return interruption.isRequested();
    }

    @Override
    public void close() {
        timer.shutdown();
        try {
            timer.awaitTermination(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        progress.finish(status());
    }

    private RunStatus status() {
        double elapsedSeconds = (System.nanoTime() - beganNanos) * 1e-9;
        return plan.isContinuous()
                ? RunStatus.of(
                        recorder,
                        plan.maxSteps(),
                        elapsedSeconds,
                        new RunStatus.Ended(before, ended.get(), endedSteps.get()),
                        plan.target())
                : RunStatus.of(recorder, plan.maxSteps(), elapsedSeconds, place);
    }

    private static Thread thread(Runnable task) {
        Thread thread = new Thread(task, "roboreel-progress");
        thread.setDaemon(true);
        return thread;
    }
}
