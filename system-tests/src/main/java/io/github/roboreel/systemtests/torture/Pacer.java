package io.github.roboreel.systemtests.torture;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * When the next vector step may be published. With a pace, at its time; without one, as fast as acknowledgements keep
 * up: the rate rises while they come soon, and falls when they do not, since a step published into a full recorder
 * would wait for its acknowledgement as long as the recorder is busy.
 */
final class Pacer {
    private static final double FIRST_HZ = 2000;
    private static final double MIN_HZ = 300;
    private static final double RISE = 1.2;
    private static final double FALL = 0.7;
    private static final long WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(25);
    private static final long SOON_NANOS = TimeUnit.MILLISECONDS.toNanos(30);
    private static final long LATE_NANOS = TimeUnit.MILLISECONDS.toNanos(60);

    private final boolean fixed;
    private double hz;
    private long nextNanos;
    private long windowEndNanos;
    private long worstNanos;

    /** With a fixed pace, or 0 for none. */
    Pacer(double paceHz, long nowNanos) {
        fixed = paceHz > 0;
        hz = fixed ? paceHz : FIRST_HZ;
        nextNanos = nowNanos;
        windowEndNanos = nowNanos + WINDOW_NANOS;
    }

    /** Waits for the time of the next step. */
    void await() {
        for (long left = nextNanos - System.nanoTime(); left > 0; ) {
            LockSupport.parkNanos(left);
            left = nextNanos - System.nanoTime();
        }
        long now = System.nanoTime();
        // A fixed pace catches up; without one, time that was lost is lost.
        nextNanos = (fixed ? nextNanos : Math.max(nextNanos, now - WINDOW_NANOS)) + period();
    }

    private long period() {
        return (long) (1e9 / hz);
    }

    /** Takes the age of the oldest step that is not acknowledged yet. */
    void saw(long ageNanos, long nowNanos) {
        worstNanos = Math.max(worstNanos, ageNanos);
        if (worstNanos > LATE_NANOS) {
            hz = fixed ? hz : Math.max(MIN_HZ, hz * FALL);
            startWindow(nowNanos);
        } else if (nowNanos - windowEndNanos >= 0) {
            hz *= !fixed && worstNanos < SOON_NANOS ? RISE : 1;
            startWindow(nowNanos);
        }
    }

    private void startWindow(long nowNanos) {
        worstNanos = 0;
        windowEndNanos = nowNanos + WINDOW_NANOS;
    }

    /** Vector steps per second at present. */
    double hz() {
        return hz;
    }
}
