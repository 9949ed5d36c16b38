package io.github.roboreel.runner;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Undo;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import java.time.Duration;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulates and records one run of N envs, or continuous episodes of N envs, by the calling thread or by a pool of
 * workers.
 *
 * <p>Each env belongs to one worker and ends on its own: its recording freezes while others continue, or it begins its
 * next episode at once. What is recorded of a run does not depend on the number of workers; which env takes which of
 * the continuous episodes does.
 */
public final class BatchRunner {
    private static final Duration SINK_PATIENCE = Duration.ofSeconds(10);

    private final RecordingBatch batch;
    private final int groupSize;
    private final int workers;
    private final boolean realtime;
    private final Duration sinkPatience;

    /**
     * Makes a runner.
     *
     * @param workers threads that step the envs, at least 1; 1 uses the calling thread. Envs that are stepped together
     *     share one
     * @param realtime true paces the steps to the wall clock, false runs as fast as it goes
     * @throws IllegalArgumentException when {@code workers} is below 1
     */
    public BatchRunner(RecordingBatch batch, int workers, boolean realtime) {
        this(batch, workers, realtime, SINK_PATIENCE);
    }

    /** @param sinkPatience how long sinks may stand still after a stop was requested */
    public BatchRunner(RecordingBatch batch, int workers, boolean realtime, Duration sinkPatience) {
        if (workers < 1) {
            throw new IllegalArgumentException("The number of workers must be at least 1, given " + workers + ".");
        }
        this.batch = batch;
        groupSize = batch.simulation().vectorSize(batch.numEnvs());
        this.workers = Math.min(workers, numGroups());
        this.realtime = realtime;
        this.sinkPatience = sinkPatience;
    }

    private int numGroups() {
        return (batch.numEnvs() + groupSize - 1) / groupSize;
    }

    /**
     * Runs all episodes of the recorder's run to their ends. No thread steps an env any more when it returns or throws.
     *
     * <p>A stop that {@code progress} requests is heeded between any two envs: those that have not begun by then do
     * not, the others are aborted.
     *
     * @param recorder opened with this batch's schema and run specification
     * @return one summary per env that has begun, in env order, when every sink has finalized them. When
     *     {@code progress} requests a stop and the sinks then stand still for 10 s, only those that are there: closing
     *     the recorder, which has a time limit, settles the others or says what hangs
     * @throws io.github.roboreel.recorder.RecorderException when the recording failed, or the calling thread was
     *     interrupted (it stays so)
     * @throws RoboReelException when an env, its policy or its camera failed; closing the recorder ends the episodes of
     *     all envs that had not ended, as aborted
     */
    public List<EpisodeSummary> run(EpisodeRecorder recorder, RunProgress progress) {
        return run(recorder, progress, new EpisodeBudget(batch.numEnvs(), 0, EpisodeBudget.Enough.NEVER));
    }

    /**
     * As {@link #run(EpisodeRecorder, RunProgress)}, episodes after each other in every env while the budget has some.
     *
     * @param recorder of continuous episodes
     * @return one summary per episode that has begun, in the order of their numbers, without events and metrics
     */
    public List<EpisodeSummary> run(EpisodeRecorder recorder, RunProgress progress, EpisodeBudget budget) {
        EnvGroup[] groups = groups(recorder, budget);
        EnvThreads pool = new EnvThreads(workers);
        pool.run(worker -> work(groups, worker, progress, pool));
        List<CompletableFuture<EpisodeSummary>> summaries =
                Arrays.stream(groups).flatMap(EnvGroup::summaries).toList();
        List<EpisodeSummary> done = new SummaryWait(recorder, summaries, progress, sinkPatience).await();
        return done.stream()
                .sorted(Comparator.comparing(summary -> summary.id().episode()))
                .toList();
    }

    private EnvGroup[] groups(EpisodeRecorder recorder, EpisodeBudget budget) {
        EnvGroup[] groups = new EnvGroup[numGroups()];
        for (int i = 0; i < groups.length; i++) {
            int firstEnv = i * groupSize;
            groups[i] =
                    new EnvGroup(batch, recorder, budget, firstEnv, Math.min(groupSize, batch.numEnvs() - firstEnv));
        }
        return groups;
    }

    /** Steps groups first, first + workers, ... in turn until all have ended or another worker failed. */
    private void work(EnvGroup[] groups, int first, RunProgress progress, EnvThreads pool) {
        try {
            for (int i = first; i < groups.length; i += workers) {
                groups[i].open(progress);
            }
            for (int i = first; i < groups.length; i += workers) {
                groups[i].begin(progress);
            }
            stepToEnd(groups, first, progress, pool);
        } catch (Throwable e) {
            for (int i = first; i < groups.length; i += workers) {
                Undo.after(e, groups[i]::close);
            }
            throw e;
        }
        // By the thread that opened them: native engines and graphics contexts belong to one.
        for (int i = first; i < groups.length; i += workers) {
            groups[i].close();
        }
    }

    private void stepToEnd(EnvGroup[] groups, int first, RunProgress progress, EnvThreads pool) {
        long startNanos = System.nanoTime();
        boolean running = true;
        for (long round = 0; running && !pool.failed(); round++) {
            pace(startNanos, round);
            running = stepRound(groups, first, progress);
        }
    }

    /** Thousands of envs take seconds for a round, so each group looks for a stop. */
    private boolean stepRound(EnvGroup[] groups, int first, RunProgress progress) {
        boolean running = false;
        for (int i = first; i < groups.length; i += workers) {
            EnvGroup group = groups[i];
            if (!group.isRunning()) {
                continue;
            }
            if (progress.stopRequested()) {
                group.abort(progress);
            } else {
                group.step(progress);
            }
            running |= group.isRunning();
        }
        return running;
    }

    private void pace(long startNanos, long round) {
        long due = startNanos + (long) (round * batch.simulation().dtSeconds() * 1e9);
        for (long left = due - System.nanoTime(); realtime && left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
