package io.github.roboreel.cli.base;

/** Outcome of a command. */
public enum Outcome {
    /** All done. */
    OK(0),
    /** It could not be done. */
    FAILED(1),
    /** It was asked for something that cannot be. */
    BAD_ARGUMENTS(2),
    /** Finished, but data was lost or found damaged, or a replay diverged. */
    DATA_LOST(3);

    private final int exitCode;

    Outcome(int exitCode) {
        this.exitCode = exitCode;
    }

    public int exitCode() {
        return exitCode;
    }
}
