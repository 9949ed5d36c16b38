package io.github.roboreel.simulator.run;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.simulator.policy.Policies;
import io.github.roboreel.simulator.policy.Policy;
import io.github.roboreel.simulator.render.CameraRenderer;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/**
 * Simulates and records one run of N envs, by the calling thread or by a pool of workers.
 *
 * <p>Each env belongs to one worker and ends on its own: its recording freezes while others go on. What is recorded
 * does not depend on the number of workers.
 */
public final class BatchRunner {
    private static final Duration SINK_PATIENCE = Duration.ofSeconds(10);

    private final TabletopBatch batch;
    private final int workers;
    private final boolean realtime;
    private final Duration sinkPatience;
    private final Supplier<Policy> policies;
    private final Supplier<CameraRenderer> renderers;

    /**
     * Makes a runner.
     *
     * @param workers threads that step the envs, at least 1; 1 uses the calling thread
     * @param realtime true paces the steps to the wall clock, false runs as fast as it goes
     * @throws IllegalArgumentException when {@code workers} is below 1
     */
    public BatchRunner(TabletopBatch batch, int workers, boolean realtime) {
        this(batch, workers, realtime, SINK_PATIENCE);
    }

    public BatchRunner(TabletopBatch batch, int workers, boolean realtime, Duration sinkPatience) {
        this(batch, workers, realtime, sinkPatience, () -> Policies.create(batch.policy()), batch.cameras()::renderer);
    }

    /**
     * @param policies makes one per env
     * @param renderers makes one per worker
     */
    public BatchRunner(
            TabletopBatch batch,
            int workers,
            boolean realtime,
            Duration sinkPatience,
            Supplier<Policy> policies,
            Supplier<CameraRenderer> renderers) {
        if (workers < 1) {
            throw new IllegalArgumentException("The number of workers must be at least 1, given " + workers + ".");
        }
        this.batch = batch;
        this.workers = Math.min(workers, batch.numEnvs());
        this.realtime = realtime;
        this.sinkPatience = sinkPatience;
        this.policies = policies;
        this.renderers = renderers;
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
        EnvEpisode[] episodes = new EnvEpisode[batch.numEnvs()];
        WorkerPool pool = new WorkerPool(workers);
        try {
            pool.run(worker -> work(recorder, episodes, worker, progress, pool));
            return new SummaryWait(
                            recorder,
                            Arrays.stream(episodes)
                                    .filter(Objects::nonNull)
                                    .map(EnvEpisode::summary)
                                    .flatMap(Optional::stream)
                                    .toList(),
                            progress,
                            sinkPatience)
                    .await();
        } finally {
            for (EnvEpisode episode : episodes) {
                if (episode != null) {
                    episode.close();
                }
            }
        }
    }

    /** Steps envs first, first + workers, ... in turn until all have ended or another worker failed. */
    private void work(
            EpisodeRecorder recorder, EnvEpisode[] episodes, int first, RunProgress progress, WorkerPool pool) {
        CameraRenderer renderer = renderers.get();
        for (int env = first; env < episodes.length && !progress.stopRequested(); env += workers) {
            episodes[env] = new EnvEpisode(batch, recorder, env, policies.get(), renderer);
        }
        for (int env = first; env < episodes.length && !progress.stopRequested(); env += workers) {
            episodes[env].begin();
        }
        stepToEnd(episodes, first, progress, pool);
    }

    private void stepToEnd(EnvEpisode[] episodes, int first, RunProgress progress, WorkerPool pool) {
        long startNanos = System.nanoTime();
        boolean running = true;
        for (long round = 0; running && !pool.failed(); round++) {
            pace(startNanos, round);
            running = stepRound(episodes, first, progress);
        }
    }

    /** Thousands of envs take seconds for a round, so each of them looks for a stop. */
    private boolean stepRound(EnvEpisode[] episodes, int first, RunProgress progress) {
        boolean running = false;
        for (int env = first; env < episodes.length; env += workers) {
            EnvEpisode episode = episodes[env];
            if (episode == null || !episode.running()) {
                continue;
            }
            if (progress.stopRequested()) {
                episode.abort(progress);
            } else {
                episode.step(progress);
            }
            running |= episode.running();
        }
        return running;
    }

    private void pace(long startNanos, long round) {
        long due = startNanos + (long) (round * batch.settings().controlDtSeconds() * 1e9);
        for (long left = due - System.nanoTime(); realtime && left > 0; left = due - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
