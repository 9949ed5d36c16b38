package io.github.roboreel.cli.record;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;

/**
 * Progress of a run, or of continuous episodes.
 *
 * @param name of the run as people count, for example {@code run 1 (2 of 3)}, or the number of episodes that have ended
 * @param numEnvs parallel envs
 * @param envsRunning envs whose episode is still running
 * @param steps steps recorded by all envs
 * @param expectedSteps upper bound of {@code steps} at the end
 * @param backlog steps that the slowest sink has not consumed yet
 * @param elapsedSeconds wall time since the run began
 * @param timeLeft what is known of the time left, with a comma before it; may be empty
 */
record RunStatus(
        String name,
        int numEnvs,
        int envsRunning,
        long steps,
        long expectedSteps,
        long backlog,
        double elapsedSeconds,
        String timeLeft) {

    static RunStatus of(EpisodeRecorder recorder, int maxSteps, double elapsedSeconds, BatchPlace place) {
        long steps = 0;
        long expected = 0;
        int running = 0;
        for (EnvRecorder env : recorder.envs()) {
            steps += env.numSamples();
            expected += env.isFrozen() ? env.numSamples() : maxSteps;
            running += env.isFrozen() ? 0 : 1;
        }
        int run = recorder.run().run();
        return of(run, recorder.numEnvs(), running, steps, expected, recorder.ringBacklog(), elapsedSeconds, place);
    }

    /** Of a run that has its place in a batch. */
    public static RunStatus of(
            int run,
            int numEnvs,
            int envsRunning,
            long steps,
            long expectedSteps,
            long backlog,
            double elapsedSeconds,
            BatchPlace place) {
        return new RunStatus(
                "run " + run + " (" + place.text(run) + ")",
                numEnvs,
                envsRunning,
                steps,
                expectedSteps,
                backlog,
                elapsedSeconds,
                place.left(run, fraction(steps, expectedSteps), elapsedSeconds));
    }

    /**
     * Continuous episodes that have ended.
     *
     * @param before those of earlier sessions
     * @param episodes those of this one
     * @param steps theirs
     */
    record Ended(int before, int episodes, long steps) {}

    /**
     * Of continuous episodes: those to come are taken to be as long as those that have ended.
     *
     * @param wanted episodes that there will be, at most
     */
    static RunStatus of(EpisodeRecorder recorder, int maxSteps, double elapsedSeconds, Ended ended, RunTarget wanted) {
        long steps = ended.steps();
        int running = 0;
        for (EnvRecorder env : recorder.envs()) {
            steps += env.isRecording() ? env.numSamples() : 0;
            running += env.isRecording() ? 1 : 0;
        }
        int there = ended.before() + ended.episodes();
        double mean = ended.episodes() == 0 ? maxSteps : (double) ended.steps() / ended.episodes();
        long expected = Math.max(steps, ended.steps() + (long) (Math.max(0, wanted.most() - there) * mean));
        BatchPlace place = new BatchPlace(1, wanted.mayEndEarlier(), 0, 0);
        return new RunStatus(
                Sentence.of("episodes (%d of %s)", there, wanted.episodesText(0)),
                recorder.numEnvs(),
                running,
                steps,
                expected,
                recorder.ringBacklog(),
                elapsedSeconds,
                place.left(0, fraction(steps, expected), elapsedSeconds));
    }

    private static double fraction(long steps, long expected) {
        return expected == 0 ? 0 : (double) steps / expected;
    }

    public double stepsPerSecond() {
        return elapsedSeconds > 0 ? steps / elapsedSeconds : 0;
    }
}
