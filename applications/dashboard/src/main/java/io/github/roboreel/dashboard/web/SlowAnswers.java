package io.github.roboreel.dashboard.web;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.format.fault.IoAction;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Turns of the answers that keep a thread waiting, for a worker or a slow client. There are fewer than the server has
 * threads, so that some are left for the others. Thread-safe.
 */
final class SlowAnswers {
    /** How many are made at a time. */
    static final int MAX_TURNS = 6;

    /** How many wait for a turn. */
    static final int MAX_WAITING = 8;

    private static final long MAX_WAIT_SECONDS = 10;

    private final Semaphore turns = new Semaphore(MAX_TURNS, true);
    private final Semaphore places = new Semaphore(MAX_TURNS + MAX_WAITING);

    /**
     * Does work in a turn.
     *
     * @throws Refusal when none is free for a while
     */
    void run(IoAction work) throws IOException {
        begin();
        try {
            work.run();
        } finally {
            turns.release();
            places.release();
        }
    }

    private void begin() throws Refusal, InterruptedIOException {
        if (!places.tryAcquire()) {
            throw busy();
        }
        boolean isTaken = false;
        try {
            isTaken = turns.tryAcquire(MAX_WAIT_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while waiting for another request");
        } finally {
            if (!isTaken) {
                places.release();
            }
        }
        if (!isTaken) {
            throw busy();
        }
    }

    private static Refusal busy() {
        return Refusal.of(503, "the server is busy with other requests that read files; ask again in a few seconds");
    }
}
