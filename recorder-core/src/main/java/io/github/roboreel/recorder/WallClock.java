package io.github.roboreel.recorder;

import java.util.concurrent.TimeUnit;

/**
 * Nanoseconds since the Unix epoch that never go backwards: the wall clock once, then the monotonic
 * one.
 */
final class WallClock {
    private final long offsetNanos =
            TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis()) - System.nanoTime();

    long epochNanos() {
        return offsetNanos + System.nanoTime();
    }
}
