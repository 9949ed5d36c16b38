package io.github.roboreel.simulator;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Simulates and records one run of N envs, by the calling thread or by a pool of workers.
 *
 * <p>Each env belongs to one worker and ends on its own: its recording freezes while others go on.
 * What is recorded does not depend on the number of workers.
 */
public final class BatchRunner {
    private final TabletopBatch batch;
    private final int workers;
    private final boolean realtime;

    /**
     * Makes a runner.
     *
     * @param workers threads that step the envs, at least 1; 1 uses the calling thread
     * @param realtime true paces the steps to the wall clock, false runs as fast as it goes
     * @throws IllegalArgumentException when {@code workers} is below 1
     */
    public BatchRunner(TabletopBatch batch, int workers, boolean realtime) {
        if (workers < 1) {
            throw new IllegalArgumentException(
                    "The number of workers must be at least 1, given " + workers + ".");
        }
        this.batch = batch;
        this.workers = Math.min(workers, batch.numEnvs());
        this.realtime = realtime;
    }

    /**
     * Runs all episodes of the recorder's run to their ends.
     *
     * @param recorder opened with this batch's schema and run specification
     * @return one summary per env, in env order, when every sink has finalized them
     * @throws io.github.roboreel.recorder.RecorderException when the recording failed
     */
    public List<EpisodeSummary> run(EpisodeRecorder recorder, RunProgress progress) {
        EnvEpisode[] episodes = new EnvEpisode[batch.numEnvs()];
        try {
            if (workers == 1) {
                work(recorder, episodes, 0, progress, new AtomicBoolean());
            } else {
                runPool(recorder, episodes, progress);
            }
            return summaries(episodes);
        } finally {
            for (EnvEpisode episode : episodes) {
                if (episode != null) {
                    episode.close();
                }
            }
        }
    }

    private void runPool(EpisodeRecorder recorder, EnvEpisode[] episodes, RunProgress progress) {
        ExecutorService pool = Executors.newFixedThreadPool(workers);
        AtomicBoolean failed = new AtomicBoolean();
        try {
            List<Future<?>> tasks = new ArrayList<>();
            for (int worker = 0; worker < workers; worker++) {
                int first = worker;
                tasks.add(pool.submit(() -> work(recorder, episodes, first, progress, failed)));
            }
            awaitAll(tasks);
        } finally {
            pool.shutdown();
        }
    }

    /** Waits for every worker, then throws the first failure with the others suppressed. */
    private static void awaitAll(List<Future<?>> tasks) {
        RuntimeException failure = null;
        for (Future<?> task : tasks) {
            try {
                task.get();
            } catch (ExecutionException e) {
                failure = combine(failure, unwrap(e.getCause()));
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(
                        "The run was interrupted while its workers were stepping.", e);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private static RuntimeException combine(RuntimeException first, RuntimeException next) {
        if (first == null) {
            return next;
        }
        first.addSuppressed(next);
        return first;
    }

    private static RuntimeException unwrap(Throwable cause) {
        if (cause instanceof Error error) {
            throw error;
        }
        return cause instanceof RuntimeException e
                ? e
                : new IllegalStateException("A worker failed: " + cause, cause);
    }

    /**
     * Steps envs first, first + workers, ... in turn until all have ended or another worker failed.
     */
    private void work(
            EpisodeRecorder recorder,
            EnvEpisode[] episodes,
            int first,
            RunProgress progress,
            AtomicBoolean failed) {
        try {
            CameraRenderer renderer = batch.cameras().renderer();
            for (int env = first; env < episodes.length; env += workers) {
                episodes[env] = new EnvEpisode(batch, recorder, env, renderer);
            }
            for (int env = first; env < episodes.length; env += workers) {
                episodes[env].begin();
            }
            stepToEnd(episodes, first, progress, failed);
        } catch (RuntimeException | Error e) {
            failed.set(true);
            throw e;
        }
    }

    private void stepToEnd(
            EnvEpisode[] episodes, int first, RunProgress progress, AtomicBoolean failed) {
        long startNanos = System.nanoTime();
        boolean running = true;
        for (long round = 0; running && !failed.get(); round++) {
            pace(startNanos, round);
            running = stepRound(episodes, first, progress, progress.stopRequested());
        }
    }

    private boolean stepRound(
            EnvEpisode[] episodes, int first, RunProgress progress, boolean stop) {
        boolean running = false;
        for (int env = first; env < episodes.length; env += workers) {
            EnvEpisode episode = episodes[env];
            if (episode.running() && stop) {
                episode.abort(progress);
            } else if (episode.running()) {
                episode.step(progress);
                running |= episode.running();
            }
        }
        return running;
    }

    private void pace(long startNanos, long round) {
        long due = startNanos + (long) (round * batch.settings().controlDtSeconds() * 1e9);
        for (long left = due - System.nanoTime();
                realtime && left > 0;
                left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }

    private static List<EpisodeSummary> summaries(EnvEpisode[] episodes) {
        List<EpisodeSummary> summaries = new ArrayList<>();
        for (EnvEpisode episode : episodes) {
            try {
                summaries.add(episode.summary().join());
            } catch (CompletionException e) {
                throw unwrap(e.getCause());
            }
        }
        return summaries;
    }
}
