package io.github.roboreel.simulator;

import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import java.util.concurrent.CompletableFuture;

/** One env's episode of a run, stepped by one thread from begin to end. */
final class EnvEpisode implements AutoCloseable {
    /** Keeps the policy's random numbers apart from those of the env. */
    private static final long POLICY_SEED_OFFSET = 0x5851F42D4C957F2DL;

    private final int envId;
    private final TabletopEnv env;
    private final Policy policy;
    private final TabletopRecorderBridge bridge;
    private final double[] action = new double[TabletopEnv.ACTION_SIZE];
    private CompletableFuture<EpisodeSummary> summary;

    EnvEpisode(TabletopBatch batch, EpisodeRecorder recorder, int envId, CameraRenderer renderer) {
        this.envId = envId;
        env = new TabletopEnv(batch.task(), batch.settings());
        policy = Policies.create(batch.policy());
        bridge = new TabletopRecorderBridge(recorder.schema(), env, recorder.env(envId), renderer);
        long seed = batch.episodeSeed(recorder.run().run(), envId);
        env.reset(seed);
        policy.reset(env, seed + POLICY_SEED_OFFSET);
    }

    void begin() {
        bridge.begin();
    }

    boolean running() {
        return summary == null;
    }

    /** Takes and records one step; ends the episode when the env says so. */
    void step(RunProgress progress) {
        policy.act(env, action);
        StepOutcome outcome = env.step(action);
        bridge.record(action);
        progress.stepped(envId, env.stepCount());
        if (outcome == StepOutcome.SUCCESS) {
            end(EpisodeOutcome.success("Completed subtask 'pick_and_place' 1/1"), progress);
        } else if (outcome == StepOutcome.TIME_OUT) {
            end(EpisodeOutcome.truncated("Time-out after " + env.stepCount() + " steps"), progress);
        }
    }

    void abort(RunProgress progress) {
        end(
                EpisodeOutcome.aborted("Stopped by the user after " + env.stepCount() + " steps"),
                progress);
    }

    private void end(EpisodeOutcome outcome, RunProgress progress) {
        summary = bridge.end(outcome);
        progress.ended(envId, outcome, env.stepCount());
        close();
    }

    CompletableFuture<EpisodeSummary> summary() {
        return summary;
    }

    @Override
    public void close() {
        env.close();
    }
}
