package io.github.roboreel.recorder;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Stage that an episode has reached; the value of a demo's {@code status} attribute. */
public enum EpisodeStatus {
    /** Still being recorded. */
    RECORDING,
    /** Terminated, and the task was achieved. */
    SUCCESS,
    /** Terminated, and the task was not achieved. */
    FAILURE,
    /** Cut by a time limit; counts as not achieved. */
    TRUNCATED,
    /** Cut from outside and never judged. */
    ABORTED,
    /** Brought back after the recorder's process died; never judged. */
    RECOVERED,
    /** Thrown away by the caller; holds no steps. */
    DISCARDED;

    /** The text written to files, for example {@code success}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The status of a label; empty when there is none. */
    public static Optional<EpisodeStatus> of(String label) {
        return Arrays.stream(values())
                .filter(status -> status.label().equals(label))
                .findFirst();
    }

    /** Whether {@code success} of such an episode means anything. */
    public boolean isJudged() {
        return this == SUCCESS || this == FAILURE || this == TRUNCATED;
    }
}
