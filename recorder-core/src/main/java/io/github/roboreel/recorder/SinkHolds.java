package io.github.roboreel.recorder;

import java.util.concurrent.atomic.AtomicLong;

/**
 * Account of one sink's camera frames: how many it gave back so far, and whether it was given up, after which it may
 * look at none. Any thread.
 */
final class SinkHolds {
    private final String sink;
    private final AtomicLong returned = new AtomicLong();
    private volatile boolean givenUp;

    SinkHolds(String sink) {
        this.sink = sink;
    }

    void frameReturned() {
        returned.incrementAndGet();
    }

    /** Frames given back so far: it grows while the sink's own threads get on. */
    long returned() {
        return returned.get();
    }

    void giveUp() {
        givenUp = true;
    }

    boolean isGivenUp() {
        return givenUp;
    }

    /** What a given-up sink would read is another step's by now. */
    void requireNotGivenUp() {
        if (givenUp) {
            throw new IllegalStateException(
                    "sink '" + sink + "' was given up because it made no progress; what it was shown is gone");
        }
    }
}
