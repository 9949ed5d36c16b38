package io.github.roboreel.recorder;

/** Whether the recording still stands; shared by producers, sinks and the post-episode stage. */
final class RecordingHealth {
    private volatile RecorderException failure;

    /** The first failure wins; later ones are attached to it. */
    synchronized void fail(RecorderException cause) {
        if (failure == null) {
            failure = cause;
        } else if (failure != cause && cause.getCause() != failure) {
            failure.addSuppressed(cause);
        }
    }

    boolean hasFailed() {
        return failure != null;
    }

    RecorderException failure() {
        return failure;
    }

    /** Throws, with the caller's stack, when the recording has failed. */
    void check() {
        RecorderException cause = failure;
        if (cause != null) {
            throw new RecorderException(cause.getMessage(), cause);
        }
    }
}
