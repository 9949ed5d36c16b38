package io.github.roboreel.recorder;

import java.util.concurrent.locks.LockSupport;

/** How threads of the recorder wait for each other without locks. */
final class Parking {
    private static final long PARK_NANOS = 50_000;

    private Parking() {}

    /** Sleeps a moment, also when the thread was interrupted; the interrupt is kept for the caller. */
    static void park() {
        boolean interrupted = Thread.interrupted();
        LockSupport.parkNanos(PARK_NANOS);
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
