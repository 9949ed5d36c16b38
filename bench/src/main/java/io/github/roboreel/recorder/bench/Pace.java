package io.github.roboreel.recorder.bench;

import java.util.concurrent.locks.LockSupport;

/** Waits for the time of each vector step, from its making on. For one thread. */
final class Pace {
    private final long periodNanos;
    private long nextNanos = System.nanoTime();

    /** @param hz vector steps per second; 0 for as fast as possible */
    Pace(double hz) {
        periodNanos = hz > 0 ? (long) (1e9 / hz) : 0;
    }

    /** 0 for none. */
    long periodNanos() {
        return periodNanos;
    }

    /** Returns at once when there is no pace. */
    void await() {
        if (periodNanos > 0) {
            sleepUntil(nextNanos);
            nextNanos += periodNanos;
        }
    }

    static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
