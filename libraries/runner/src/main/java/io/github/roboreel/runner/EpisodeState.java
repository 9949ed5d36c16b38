package io.github.roboreel.runner;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.EpisodeTiming;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.simulation.EnvFailedException;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.StepResult;
import io.github.roboreel.simulation.VectorEnv;
import io.github.roboreel.simulation.VectorPolicy;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/**
 * What is kept of a group's episodes between two steps: observations, actions, results, times. The observation is taken
 * at the begin and after each step, and goes into the row of the action that follows it (after the last action, into
 * {@code final_obs}). A step's events follow its row. Allocates nothing per step.
 */
final class EpisodeState {
    private final RecordingBatch batch;
    private final RowFields fields;
    private final EnvRecorder[] recorders;
    private final Observation[] observations;
    private final int actionSize;
    private final double[][] actions;
    private final StepResult[] results;
    private final int[] numSteps;
    private final long[] observeNanos;
    private final long[] policyNanosAtBegin;
    private final long[] stepNanosAtBegin;
    private long policyNanos;
    private long stepNanos;

    EpisodeState(RecordingBatch batch, EpisodeRecorder recorder, int firstEnv, int size) {
        this.batch = batch;
        fields = new RowFields(recorder.schema(), batch.simulation().dtSeconds());
        recorders = new EnvRecorder[size];
        observations = new Observation[size];
        actionSize = batch.simulation().actionSpace().size();
        actions = new double[size][actionSize];
        results = new StepResult[size];
        numSteps = new int[size];
        observeNanos = new long[size];
        policyNanosAtBegin = new long[size];
        stepNanosAtBegin = new long[size];
        for (int env = 0; env < size; env++) {
            recorders[env] = recorder.env(firstEnv + env);
            observations[env] = new Observation(recorder.schema());
            results[env] = new StepResult();
        }
    }

    /** What is seen in an env now; filled by {@link VectorEnv#observe}. */
    Observation observation(int env) {
        return observations[env];
    }

    /** Steps that an env has taken and recorded. */
    int numSteps(int env) {
        return numSteps[env];
    }

    /** Begins an env's episode from the state it was reset to. */
    void begin(int env, VectorEnv envs) {
        numSteps[env] = 0;
        observeNanos[env] = 0;
        policyNanosAtBegin[env] = policyNanos;
        stepNanosAtBegin[env] = stepNanos;
        recorders[env].begin(batch.request().resetOptionsJson(), row -> envs.record(env, FieldPhase.INITIAL, row));
    }

    /** Lets the policy act and the envs step. */
    void step(int[] running, VectorPolicy policy, VectorEnv envs) {
        long start = System.nanoTime();
        policy.act(running, observations, actions);
        for (int env : running) {
            requireLength(env);
            fields.round(actions[env]);
            requireFinite(env);
            results[env].begin(numSteps[env]);
        }
        long acted = System.nanoTime();
        envs.step(running, actions, results);
        policyNanos += acted - start;
        stepNanos += System.nanoTime() - acted;
    }

    private void requireLength(int env) {
        int length = actions[env].length;
        if (length != actionSize) {
            throw new EnvFailedException(
                    env, Sentence.of("the policy gave an action of %d values; expected %d", length, actionSize), null);
        }
    }

    /** Rounded to what the row holds, a large number may be none any more. */
    private void requireFinite(int env) {
        double[] action = actions[env];
        for (int i = 0; i < action.length; i++) {
            if (!Double.isFinite(action[i])) {
                throw new EnvFailedException(
                        env,
                        Sentence.of(
                                "the policy gave %s for %s of the action; expected a finite number",
                                action[i],
                                batch.simulation().actionSpace().values().get(i).name()),
                        null);
            }
        }
    }

    /** Records the step just taken, and observes the state after it. */
    void record(int env, VectorEnv envs) {
        StepWriter row = recorders[env].step();
        fields.putStep(row, observations[env], actions[env], numSteps[env] + 1);
        envs.record(env, FieldPhase.STEP, row);
        row.publish();
        numSteps[env]++;
        record(env, results[env].events());
        long start = System.nanoTime();
        envs.observe(env, observations[env]);
        observeNanos[env] += System.nanoTime() - start;
    }

    private void record(int env, List<EpisodeEvent> events) {
        for (int i = 0; i < events.size(); i++) {
            recorders[env].event(events.get(i));
        }
    }

    /** How the last step ended the episode; null when it continues. */
    EpisodeOutcome outcome(int env) {
        EpisodeOutcome given = results[env].outcome();
        boolean isLate = given == null && numSteps[env] >= batch.maxSteps();
        return isLate ? EpisodeOutcome.truncated("Step limit of " + batch.maxSteps() + " reached") : given;
    }

    /** Ends the episode; the summary comes when every sink has finalized it. */
    CompletableFuture<EpisodeSummary> end(int env, VectorEnv envs, EpisodeOutcome outcome) {
        return recorders[env].end(outcome.withTiming(timing(env)), row -> {
            fields.putFinal(row, observations[env]);
            envs.record(env, FieldPhase.FINAL, row);
        });
    }

    /** Observing counts as part of the env's step, as it does in RoboLab; recording does not. */
    private EpisodeTiming timing(int env) {
        Map<String, Double> seconds = new LinkedHashMap<>();
        seconds.put("policy_inference", (policyNanos - policyNanosAtBegin[env]) / 1e9);
        seconds.put("env_step", (stepNanos - stepNanosAtBegin[env] + observeNanos[env]) / 1e9);
        return new EpisodeTiming(seconds);
    }
}
