package io.github.roboreel.simulator;

/** State of an episode after a step. */
enum StepOutcome {
    /** The episode continues. */
    RUNNING,
    /** Terminated: all subtasks are complete. */
    SUCCESS,
    /** Truncated: the step limit was reached without success. */
    TIME_OUT
}
