package io.github.roboreel.recorder;

import io.micrometer.core.instrument.Timer;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * What a producer does when the ring or a frame pool is full: it parks, meters the wait, and gives
 * up when the recording has failed.
 */
final class ProducerWait {
    private final RecordingHealth health;
    private final Timer waits;

    ProducerWait(RecordingHealth health, Timer waits) {
        this.health = health;
        this.waits = waits;
    }

    /** Throws when the recording has failed. */
    void checkHealth() {
        health.check();
    }

    /** Tries until there is a result. */
    <T> T until(Supplier<T> attempt) {
        return until(attempt, Long.MAX_VALUE);
    }

    /**
     * Tries until there is a result.
     *
     * @throws RecorderException when there was none for so long, or the recording has failed
     */
    <T> T until(Supplier<T> attempt, long patienceNanos) {
        long start = System.nanoTime();
        try {
            while (true) {
                health.check();
                T result = attempt.get();
                if (result != null) {
                    return result;
                }
                if (System.nanoTime() - start >= patienceNanos) {
                    throw new RecorderException(
                            "the ring was full for "
                                    + TimeUnit.NANOSECONDS.toSeconds(patienceNanos)
                                    + " s; a sink does not keep up or is stuck");
                }
                Parking.park();
            }
        } finally {
            waits.record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
        }
    }
}
