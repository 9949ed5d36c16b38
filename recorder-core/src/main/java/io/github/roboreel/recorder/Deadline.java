package io.github.roboreel.recorder;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** One moment that all waiting of a call ends at. */
record Deadline(long nanoTime) {
    private static final long PARK_NANOS = 50_000;

    static Deadline inSeconds(double seconds) {
        return new Deadline(System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
    }

    /** Sleeps a moment, also when the thread was interrupted; the interrupt is kept for the caller. */
    static void park() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(PARK_NANOS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    boolean isOver() {
        return leftNanos() <= 0;
    }

    long leftNanos() {
        return nanoTime - System.nanoTime();
    }

    Deadline orEarlier(Deadline other) {
        return other.nanoTime - nanoTime < 0 ? other : this;
    }

    Deadline orLater(Deadline other) {
        return other.nanoTime - nanoTime > 0 ? other : this;
    }

    /**
     * Waits until it is so, also for an interrupted thread, which keeps its interrupt.
     *
     * @return false when it was not so in time
     */
    boolean await(BooleanSupplier done) {
        while (!done.getAsBoolean()) {
            if (isOver()) {
                return false;
            }
            park();
        }
        return true;
    }
}
