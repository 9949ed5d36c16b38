package io.github.roboreel.runner;

import io.github.roboreel.recorder.EpisodeOutcome;

/** Receives the progress of a run, on the threads that step the envs; must be thread-safe and quick. */
public interface RunProgress {
    /** Ignores all reports. */
    RunProgress NONE = new RunProgress() {};

    /** One env has taken and recorded a step; {@code steps} is its count so far. */
    default void stepped(int env, int steps) {}

    /** One env's episode has ended, others may continue. */
    default void ended(int env, EpisodeOutcome outcome, int steps) {}

    /**
     * True ends every running episode as aborted, after the step at hand, lets no other begin, and later ends the wait
     * for sinks that hang. Asked before each env's reset, begin and step, also by the thread that called
     * {@link BatchRunner#run}.
     */
    default boolean stopRequested() {
        return false;
    }

    /** Begin of the sentence about episodes that the request ends; their steps follow. */
    default String stopReason() {
        return "Stopped by the user";
    }
}
