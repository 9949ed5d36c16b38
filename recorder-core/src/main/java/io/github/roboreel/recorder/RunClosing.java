package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import java.util.List;

/**
 * The closing of a run, step by step and within {@link RecorderSettings#CLOSE_TIMEOUT_SECONDS} from its creation on:
 * what is still recording is aborted, the sinks see everything, the results are written, the sinks are closed. For the
 * thread that closes.
 */
final class RunClosing {
    private static final double UNFINISHED_ROW_SECONDS = 1;

    /** What the results and the closing of sinks get at least, however late it is. */
    static final double LAST_WORK_SECONDS = 5;

    private final RecorderConfig config;
    private final RunSpec run;
    private final StepRing ring;
    private final SinkSet sinks;
    private final PostEpisodeStage postEpisode;
    private final StallWatch watch;
    private final RecordingHealth health;
    private final List<EnvEpisode> envs;
    private final Deadline deadline;

    RunClosing(
            RecorderParts parts,
            StepRing ring,
            SinkSet sinks,
            PostEpisodeStage postEpisode,
            StallWatch watch,
            List<EnvEpisode> envs) {
        this.ring = ring;
        this.sinks = sinks;
        this.postEpisode = postEpisode;
        this.watch = watch;
        this.envs = envs;
        config = parts.config();
        run = parts.run();
        health = parts.health();
        deadline = Deadline.inSeconds(config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS));
    }

    /** Aborts what is still recording. */
    void endEpisodes() {
        abortOpenEpisodes();
        awaitPendingEnds();
    }

    /**
     * A finalized episode is read back from its sink, so the sinks stay open until that is done.
     *
     * @return whether no thread writes any more
     */
    boolean closeSinksAndResults() {
        boolean drained = drainAndStop();
        watch.stop();
        if (!drained || !sinks.awaitFinalized(deadline)) {
            health.fail(timeout("the sinks"));
        }
        boolean closedAll = false;
        if (drained) {
            postEpisode.drain(atLeastForLastWork());
            closedAll = sinks.close(this::hasLeft, atLeastForLastWork());
        }
        boolean written = postEpisode.close(atLeastForLastWork());
        if (!written) {
            health.fail(timeout("the results"));
        }
        return closedAll && written;
    }

    /** Side sinks that are not through in time are left out; false when a data sink is not. */
    private boolean drainAndStop() {
        if (ring.drain(deadline)) {
            return ring.halt(atLeastForLastWork());
        }
        List<SinkConsumer> behind = ring.behind();
        if (behind.stream().anyMatch(consumer -> consumer.handler().isData())) {
            ring.halt(deadline);
            return false;
        }
        behind.forEach(watch::abandonAtClose);
        Deadline lastWork = atLeastForLastWork();
        return ring.drain(lastWork) & ring.halt(lastWork);
    }

    private Deadline atLeastForLastWork() {
        return deadline.orLater(Deadline.inSeconds(LAST_WORK_SECONDS));
    }

    /** A data sink is waited for as long as may be, a side sink no longer than a stall may take. */
    private boolean hasLeft(SinkHandler handler) {
        Deadline patience = handler.isData()
                ? deadline
                : atLeastForLastWork().orEarlier(Deadline.inSeconds(config.get(RecorderSettings.STALL_LIMIT_SECONDS)));
        return ring.awaitLeft(handler.index(), patience);
    }

    private void abortOpenEpisodes() {
        Deadline rows = deadline.orEarlier(Deadline.inSeconds(UNFINISHED_ROW_SECONDS));
        for (EnvEpisode env : envs) {
            if (env.isRecording() && !health.hasFailed()) {
                abort(env, rows);
            }
        }
    }

    private void abort(EnvEpisode env, Deadline rows) {
        try {
            env.abort(
                    "the recorder was closed before the episode ended",
                    rows.nanoTime(),
                    Math.max(0, deadline.leftNanos()));
        } catch (RecorderException e) {
            health.fail(e);
        } catch (RuntimeException e) {
            health.fail(new RecorderException("env " + env.simEnv() + " could not be ended: " + e, e));
        }
    }

    /** A producer may be parked in {@code end} before a full ring: its event must get in before the ring stops. */
    private void awaitPendingEnds() {
        for (EnvEpisode env : envs) {
            deadline.await(() -> !env.isEndPending() || health.hasFailed());
        }
    }

    /** No summary stays pending: one that no sink delivered means that data may be missing. */
    void settle() {
        RecorderException cause = health.hasFailed()
                ? health.failure()
                : new RecorderException(
                        Kind.STALLED,
                        "run " + run.run() + " was closed before every episode was finalized by its sinks");
        for (EnvEpisode env : envs) {
            if (env.settle(cause)) {
                health.fail(cause);
            }
        }
    }

    private RecorderException timeout(String what) {
        return new RecorderException(
                Kind.STALLED,
                Sentence.of(
                        "%s of run %s were not finished within %s s; raise %s if the disk is that slow",
                        what,
                        run.run(),
                        config.get(RecorderSettings.CLOSE_TIMEOUT_SECONDS),
                        RecorderSettings.CLOSE_TIMEOUT_SECONDS));
    }
}
