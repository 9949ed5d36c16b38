package io.github.roboreel.recorder;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Nanoseconds since the Unix epoch that never go backwards: the wall clock once, then the monotonic one, so that a
 * clock which is set while recording changes nothing.
 */
final class WallClock {
    private final LongSupplier monotonicNanos;
    private final long offsetNanos;

    WallClock() {
        this(System::currentTimeMillis, System::nanoTime);
    }

    WallClock(LongSupplier wallMillis, LongSupplier monotonicNanos) {
        this.monotonicNanos = monotonicNanos;
        offsetNanos = TimeUnit.MILLISECONDS.toNanos(wallMillis.getAsLong()) - monotonicNanos.getAsLong();
    }

    long epochNanos() {
        return offsetNanos + monotonicNanos.getAsLong();
    }
}
