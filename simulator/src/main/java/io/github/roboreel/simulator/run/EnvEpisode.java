package io.github.roboreel.simulator.run;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.format.fault.Advice;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.EpisodeTiming;
import io.github.roboreel.recorder.RecorderException;
import io.github.roboreel.simulator.StepOutcome;
import io.github.roboreel.simulator.TabletopEnv;
import io.github.roboreel.simulator.policy.Policy;
import io.github.roboreel.simulator.record.TabletopRecorderBridge;
import io.github.roboreel.simulator.render.CameraRenderer;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** One env's episode of a run, stepped by one thread from begin to end. */
final class EnvEpisode implements AutoCloseable {
    /** Keeps the policy's random numbers apart from those of the env. */
    private static final long POLICY_SEED_OFFSET = 0x5851F42D4C957F2DL;

    private final int envId;
    private final TabletopEnv env;
    private final Policy policy;
    private final TabletopRecorderBridge bridge;
    private final double[] action = new double[TabletopEnv.ACTION_SIZE];
    private long policyNanos;
    private long stepNanos;
    private boolean begun;
    private CompletableFuture<EpisodeSummary> summary;

    EnvEpisode(TabletopBatch batch, EpisodeRecorder recorder, int envId, Policy policy, CameraRenderer renderer) {
        this.envId = envId;
        this.policy = policy;
        env = new TabletopEnv(batch.task(), batch.settings());
        bridge = new TabletopRecorderBridge(recorder.schema(), env, recorder.env(envId), renderer);
        long seed = batch.episodeSeed(recorder.run().run(), envId);
        env.reset(seed);
        policy.reset(env, seed + POLICY_SEED_OFFSET);
    }

    void begin() {
        simulate(() -> {
            bridge.begin();
            return null;
        });
        begun = true;
    }

    /** Whether it has begun and not ended. */
    boolean running() {
        return begun && summary == null;
    }

    /** Takes and records one step; ends the episode when the env says so. */
    void step(RunProgress progress) {
        StepOutcome outcome = simulate(this::actAndRecord);
        progress.stepped(envId, env.stepCount());
        if (outcome == StepOutcome.SUCCESS) {
            end(EpisodeOutcome.success(env.subtaskInfo()), progress);
        } else if (outcome == StepOutcome.TIME_OUT) {
            end(EpisodeOutcome.truncated(env.missing()), progress);
        }
    }

    /**
     * @throws RoboReelException when anything but the recording failed; what was recorded up to then is in the run file
     */
    private <T> T simulate(Supplier<T> work) {
        int step = env.stepCount();
        try {
            return work.get();
        } catch (RecorderException e) {
            throw e;
        } catch (RuntimeException | Error e) {
            throw failure(step, e);
        }
    }

    private RoboReelException failure(int step, Throwable cause) {
        boolean noMemory = cause instanceof OutOfMemoryError;
        return new RoboReelException(
                noMemory ? Kind.OUT_OF_MEMORY : Kind.FAILED,
                Sentence.of(
                        "env %d failed in step %d (%s); its run was ended, with status aborted for every episode under way",
                        envId, step, noMemory ? "out of memory: " + cause.getMessage() : cause),
                noMemory ? Advice.to(Advice.Action.ADD_MEMORY) : null,
                cause);
    }

    private StepOutcome actAndRecord() {
        StepOutcome outcome = actAndStep();
        bridge.record(action);
        return outcome;
    }

    private StepOutcome actAndStep() {
        long start = System.nanoTime();
        policy.act(env, action);
        long acted = System.nanoTime();
        StepOutcome outcome = env.step(action);
        policyNanos += acted - start;
        stepNanos += System.nanoTime() - acted;
        return outcome;
    }

    void abort(RunProgress progress) {
        end(EpisodeOutcome.aborted("Stopped by the user after " + env.stepCount() + " steps"), progress);
    }

    private void end(EpisodeOutcome outcome, RunProgress progress) {
        summary = simulate(() -> bridge.end(outcome.withTiming(timing())));
        progress.ended(envId, outcome, env.stepCount());
        close();
    }

    /** Observing counts as part of the env's step, as it does in RoboLab; recording does not. */
    private EpisodeTiming timing() {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("policy_inference", policyNanos / 1e9);
        seconds.put("env_step", (stepNanos + bridge.observeNanos()) / 1e9);
        return new EpisodeTiming(seconds);
    }

    /** Empty when it has not ended. */
    Optional<CompletableFuture<EpisodeSummary>> summary() {
        return Optional.ofNullable(summary);
    }

    @Override
    public void close() {
        env.close();
    }
}
