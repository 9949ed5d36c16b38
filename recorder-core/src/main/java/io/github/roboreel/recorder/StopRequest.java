package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import java.time.Duration;

/**
 * The request to stop a recording, and how long the caller that made it waits for the end. It is made once; long work
 * checks for it between two of its parts. Safe for any thread.
 *
 * <p>What is under way when it is made: a run that is being opened is given up, and leaves nothing. A simulator ends
 * its episodes. Work that only saves room or looks nicer, such as video frames that wait for their encoder, is left out
 * as soon as it {@link #isUrgent}. Steps are written in any case.
 */
public final class StopRequest {
    private static final long FOREVER_NANOS = Long.MAX_VALUE;

    private volatile Waiting waiting;

    /** Not made yet. */
    public StopRequest() {}

    /** Since when the caller of {@link #make} waits, and for how long. */
    private record Waiting(long sinceNanos, long patienceNanos) {
        long elapsedNanos() {
            return System.nanoTime() - sinceNanos;
        }
    }

    /**
     * Makes the request; another one changes nothing.
     *
     * @param patience how long the caller waits for the end of the recording
     * @return whether this was the first
     */
    public synchronized boolean make(Duration patience) {
        if (waiting != null) {
            return false;
        }
        waiting = new Waiting(System.nanoTime(), patience.toNanos());
        return true;
    }

    /** Whether the recording is to stop. */
    public boolean isMade() {
        return waiting != null;
    }

    /** Whether half of the time has passed: what can be left out is to be. */
    public boolean isUrgent() {
        Waiting made = waiting;
        return made != null && made.elapsedNanos() >= made.patienceNanos() / 2;
    }

    /** How long the caller of {@link #make} still waits, never negative; practically forever before that call. */
    public Duration timeLeft() {
        Waiting made = waiting;
        return Duration.ofNanos(made == null ? FOREVER_NANOS : Math.max(0, made.patienceNanos() - made.elapsedNanos()));
    }

    /**
     * Ends an opening that is no longer wanted.
     *
     * @throws RecorderException of kind {@link Kind#INTERRUPTED}, when the request was made
     */
    public void throwIfMade() {
        if (isMade()) {
            throw new RecorderException(
                    Kind.INTERRUPTED, "the recording was stopped while the run was being opened; no step was recorded");
        }
    }
}
