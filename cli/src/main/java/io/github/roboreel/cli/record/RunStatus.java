package io.github.roboreel.cli.record;

import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;

/**
 * Progress of a run.
 *
 * @param run index of the run
 * @param numEnvs parallel envs
 * @param envsRunning envs whose episode goes on
 * @param steps steps recorded by all envs
 * @param expectedSteps upper bound of {@code steps} at the end of the run
 * @param backlog steps that the slowest sink has not consumed yet
 * @param elapsedSeconds wall time since the run began
 * @param place among the runs of the batch
 */
public record RunStatus(
        int run,
        int numEnvs,
        int envsRunning,
        long steps,
        long expectedSteps,
        long backlog,
        double elapsedSeconds,
        BatchPlace place) {

    static RunStatus of(EpisodeRecorder recorder, int maxSteps, double elapsedSeconds, BatchPlace place) {
        long steps = 0;
        long expected = 0;
        int running = 0;
        for (int i = 0; i < recorder.numEnvs(); i++) {
            EnvRecorder env = recorder.env(i);
            steps += env.numSamples();
            expected += env.isFrozen() ? env.numSamples() : maxSteps;
            running += env.isFrozen() ? 0 : 1;
        }
        return new RunStatus(
                recorder.run().run(),
                recorder.numEnvs(),
                running,
                steps,
                expected,
                recorder.ringBacklog(),
                elapsedSeconds,
                place);
    }

    /** The run as people count, for example {@code run 1 (2 of 3)}. */
    public String name() {
        return "run " + run + " (" + place.text(run) + ")";
    }

    /** What is known of the time left, with a comma before it; may be empty. */
    public String timeLeft() {
        double fraction = expectedSteps == 0 ? 0 : (double) steps / expectedSteps;
        return place.left(run, fraction, elapsedSeconds);
    }

    public double stepsPerSecond() {
        return elapsedSeconds > 0 ? steps / elapsedSeconds : 0;
    }
}
