package io.github.roboreel.recorder;

import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.fault.Sentence;
import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Wait of a producer while the ring or a frame pool is full: it parks, meters the wait, and gives up when the recording
 * has failed. That a sink which does not get on ends the wait is {@link StallWatch}'s business. A producer takes
 * {@link #begin}, any number of {@link #pause}, {@link #end}; none of it allocates.
 */
final class ProducerWait {
    private final RecordingHealth health;
    private final Timer waits;
    private final AtomicInteger waiting = new AtomicInteger();

    ProducerWait(RecordingHealth health, Timer waits) {
        this.health = health;
        this.waits = waits;
    }

    /** Throws when the recording has failed. */
    void checkHealth() {
        health.check();
    }

    /** Whether a producer is parked. Any thread. */
    boolean isSomeoneWaiting() {
        return waiting.get() > 0;
    }

    /** A wait begins; to be ended whatever happens. Returns the time of its beginning. */
    long begin() {
        waiting.incrementAndGet();
        return System.nanoTime();
    }

    /**
     * Sleeps a moment before the next attempt.
     *
     * @throws RecorderException when the wait has taken so long, or the recording has failed
     */
    void pause(long begunNanos, long patienceNanos) {
        health.check();
        if (System.nanoTime() - begunNanos >= patienceNanos) {
            throw new RecorderException(
                    Kind.STALLED,
                    Sentence.of(
                            "the ring was full for %s s; a sink does not keep up or is stuck",
                            Math.round(patienceNanos / 1e9)));
        }
        Deadline.park();
    }

    void end(long begunNanos) {
        waiting.decrementAndGet();
        meter(begunNanos);
    }

    /** Meters a wait that no sink of this run can end. */
    void meter(long begunNanos) {
        waits.record(System.nanoTime() - begunNanos, TimeUnit.NANOSECONDS);
    }
}
