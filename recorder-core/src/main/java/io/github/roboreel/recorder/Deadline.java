package io.github.roboreel.recorder;

import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** One moment that all waiting of a call ends at. */
record Deadline(long nanoTime) {
    static Deadline inSeconds(double seconds) {
        return new Deadline(System.nanoTime() + (long) (seconds * TimeUnit.SECONDS.toNanos(1)));
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
            Parking.park();
        }
        return true;
    }
}
