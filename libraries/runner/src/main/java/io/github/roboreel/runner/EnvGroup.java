package io.github.roboreel.runner;

import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Envs that are stepped together, with who acts in them: their episodes of a run, from begin to end; where episodes are
 * continuous, one after the other. Belongs to one thread.
 */
final class EnvGroup implements AutoCloseable {
    /** Keeps the policy's random numbers apart from those of the env. */
    private static final long POLICY_SEED_OFFSET = 0x5851F42D4C957F2DL;

    private final RecordingBatch batch;
    private final EpisodeRecorder recorder;
    private final EpisodeBudget budget;
    private final int firstEnv;
    private final int size;
    private final EpisodeState state;
    private final List<CompletableFuture<EpisodeSummary>> summaries = new ArrayList<>();
    private VectorEnv envs;
    private VectorPolicy policy;
    private int numReset;
    private int[] running = {};

    /**
     * Prepares a group; nothing is opened yet.
     *
     * @param budget shared with the other groups
     * @param firstEnv number of its first env in the run
     */
    EnvGroup(RecordingBatch batch, EpisodeRecorder recorder, EpisodeBudget budget, int firstEnv, int size) {
        this.batch = batch;
        this.recorder = recorder;
        this.budget = budget;
        this.firstEnv = firstEnv;
        this.size = size;
        state = new EpisodeState(batch, recorder, firstEnv, size);
    }

    /** Opens the envs and resets them, until a stop is requested or no other episode is to begin. */
    void open(RunProgress progress) {
        for (; numReset < size && !progress.stopRequested() && budget.take(); numReset++) {
            int env = numReset;
            simulate(env, () -> reset(env));
        }
    }

    private void reset(int env) {
        if (envs == null) {
            envs = batch.simulation().open(size);
            policy = batch.policy(envs, size);
        }
        EpisodeId episode = recorder.env(firstEnv + env).next();
        long seed = batch.episodeSeed(episode.episode());
        envs.reset(env, seed);
        envs.observe(env, state.observation(env));
        policy.reset(env, state.observation(env), seed + POLICY_SEED_OFFSET);
    }

    /** Begins the episodes, until a stop is requested. */
    void begin(RunProgress progress) {
        int count = 0;
        for (; count < numReset && !progress.stopRequested(); count++) {
            int env = count;
            simulate(env, () -> state.begin(env, envs));
        }
        running = IntStream.range(0, count).toArray();
    }

    /** Whether an episode has begun and not ended. */
    boolean isRunning() {
        return running.length > 0;
    }

    /** Takes and records one step in every running env; ends the episodes that are over. */
    void step(RunProgress progress) {
        int[] stepped = running;
        simulate(() -> state.step(stepped, policy, envs));
        for (int env : stepped) {
            simulate(env, () -> state.record(env, envs));
            progress.stepped(firstEnv + env, state.numSteps(env));
            EpisodeOutcome outcome = state.outcome(env);
            if (outcome != null) {
                end(env, outcome, progress);
                beginNext(env, progress);
            }
        }
        if (!isRunning()) {
            close();
        }
    }

    private void beginNext(int env, RunProgress progress) {
        if (recorder.run().isContinuous() && !progress.stopRequested() && budget.take()) {
            simulate(env, () -> {
                reset(env);
                state.begin(env, envs);
            });
            running = IntStream.concat(IntStream.of(running), IntStream.of(env))
                    .sorted()
                    .toArray();
        }
    }

    /** Ends every running episode as aborted. */
    void abort(RunProgress progress) {
        for (int env : running) {
            String reason = progress.stopReason() + " after " + state.numSteps(env) + " steps";
            end(env, EpisodeOutcome.aborted(reason), progress);
        }
        close();
    }

    private void end(int env, EpisodeOutcome outcome, RunProgress progress) {
        running = IntStream.of(running).filter(other -> other != env).toArray();
        simulate(env, () -> summaries.add(ended(env, outcome.withAttributes(policy.attributes(env)))));
        progress.ended(firstEnv + env, outcome, state.numSteps(env));
        budget.ended(recorder.env(firstEnv + env).episode(), outcome.success());
    }

    /** Millions of continuous episodes may follow each other: little is kept of each. */
    private CompletableFuture<EpisodeSummary> ended(int env, EpisodeOutcome outcome) {
        CompletableFuture<EpisodeSummary> ended = state.end(env, envs, outcome);
        return recorder.run().isContinuous() ? ended.thenApply(EpisodeSummary::brief) : ended;
    }

    /** Those of the episodes that have ended, in the order of their ends. */
    Stream<CompletableFuture<EpisodeSummary>> summaries() {
        return summaries.stream();
    }

    @Override
    public void close() {
        VectorPolicy acting = policy;
        VectorEnv opened = envs;
        running = new int[0];
        policy = null;
        envs = null;
        try {
            if (acting != null) {
                acting.close();
            }
        } finally {
            if (opened != null) {
                opened.close();
            }
        }
    }

    private void simulate(Runnable work) {
        simulate(-1, work);
    }

    /**
     * @param env that the work is for; -1 for all of the group
     * @throws RoboReelException when anything but the recording failed; what was recorded up to then is in the run file
     */
    private void simulate(int env, Runnable work) {
        int step = state.numSteps(Math.max(env, running.length == 0 ? 0 : running[0]));
        try {
            work.run();
        } catch (RecorderException e) {
            throw e;
        } catch (EnvFailedException e) {
            throw failure(
                    e.env(),
                    step,
                    e.getCause() == null ? e.getMessage() : e.getCause().toString(),
                    e);
        } catch (RuntimeException | Error e) {
            throw failure(env, step, e.toString(), e);
        }
    }

    private RoboReelException failure(int env, int step, String reason, Throwable cause) {
        boolean noMemory = cause instanceof OutOfMemoryError;
        return new RoboReelException(
                noMemory ? Kind.OUT_OF_MEMORY : Kind.FAILED,
                Sentence.of(
                        "%s failed in step %d (%s); its run was ended, with status aborted for every episode under way",
                        label(env), step, noMemory ? "out of memory: " + cause.getMessage() : reason),
                noMemory ? Advice.to(Advice.Action.ADD_MEMORY) : null,
                cause);
    }

    private String label(int env) {
        if (env >= 0 || size == 1) {
            return "env " + (firstEnv + Math.max(env, 0));
        }
        return "one of envs " + firstEnv + " to " + (firstEnv + size - 1);
    }
}
