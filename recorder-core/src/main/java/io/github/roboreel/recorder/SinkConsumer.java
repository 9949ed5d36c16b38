package io.github.roboreel.recorder;

import com.lmax.disruptor.AlertException;
import com.lmax.disruptor.RingBuffer;
import com.lmax.disruptor.Sequence;
import com.lmax.disruptor.SequenceBarrier;
import com.lmax.disruptor.TimeoutException;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One sink's place in the ring and the thread that works there. When the sink does not come back from an event, a
 * second thread can take the place over: it hands the sink nothing, gives room and frames back, and the first thread
 * ends as soon as it returns.
 */
final class SinkConsumer {
    private static final long TAKEN_OVER = Long.MIN_VALUE;
    private static final long NONE = -1;
    private static final int ROOM_GIVEN_PER_ROUND = 4;

    private final RingBuffer<StepEvent> buffer;
    private final SinkHandler handler;
    private final ThreadFactory threads;
    private final SequenceBarrier barrier;
    private final Sequence consumed = new Sequence();
    private final long roomMask;
    // 2n while the sink is shown event n, 2n + 1 from then until it is shown the next.
    private final AtomicLong position = new AtomicLong(after(NONE));
    private volatile Thread sinkThread;
    private volatile Thread owner;

    SinkConsumer(RingBuffer<StepEvent> buffer, SinkHandler handler, ThreadFactory threads) {
        this.buffer = buffer;
        this.handler = handler;
        this.threads = threads;
        barrier = buffer.newBarrier();
        roomMask = Math.max(1, buffer.getBufferSize() / ROOM_GIVEN_PER_ROUND) - 1;
        buffer.addGatingSequences(consumed);
    }

    SinkHandler handler() {
        return handler;
    }

    void start() {
        sinkThread = start(() -> follow(0, this::show));
    }

    private Thread start(Runnable work) {
        Thread thread = threads.newThread(work);
        owner = thread;
        thread.start();
        return thread;
    }

    /** Tells the thread to end once the event it is at is over. */
    void halt() {
        barrier.alert();
    }

    /** Whether a thread works here that is still listened to. */
    boolean isRunning() {
        Thread thread = owner;
        return thread != null && thread.isAlive();
    }

    /** Whether the sink's own thread may still be inside the sink. */
    boolean isInsideSink() {
        return sinkThread.isAlive();
    }

    /** Changes with every event the sink is shown and comes back from. */
    long position() {
        return position.get();
    }

    /** Whether the sink is at an event, or one is ready for it. */
    boolean isBusy() {
        long at = position.get();
        return at != TAKEN_OVER && (isShowing(at) || buffer.isAvailable(next(at)));
    }

    /**
     * Whether the sink is at an event, or its thread has died before one that is ready. While it stays there, so does
     * its {@link #position}.
     */
    boolean isInEvent() {
        long at = position.get();
        boolean dead = !sinkThread.isAlive() && at != TAKEN_OVER && buffer.isAvailable(next(at));
        return at != TAKEN_OVER && (isShowing(at) || dead);
    }

    /**
     * Takes the place of a sink that does not come back from its event.
     *
     * @return false when it just did; its own thread continues then
     */
    boolean takeOver() {
        long at = position.get();
        if (!isInEvent() || !position.compareAndSet(at, TAKEN_OVER)) {
            return false;
        }
        long unfinished = isShowing(at) ? at / 2 : NONE;
        long first = isShowing(at) ? unfinished : next(at);
        Thread before = owner;
        try {
            start(() -> follow(first, (n, last) -> skip(n, last, n == unfinished)));
        } catch (Throwable e) {
            // No thread to be had: the place is still to be taken over.
            owner = before;
            position.set(at);
            throw e;
        }
        return true;
    }

    /** Whether there are events the sink has not consumed. */
    boolean isBehind() {
        return consumed.get() < buffer.getCursor();
    }

    /** Wakes the sink's own thread where it waits in the sink. */
    void interruptSink() {
        sinkThread.interrupt();
    }

    /** Lets the taker have every event from {@code first} on until it wants no more. */
    private void follow(long first, Taker taker) {
        long next = first;
        try {
            while (true) {
                long available = barrier.waitFor(next);
                for (; next <= available; next++) {
                    boolean last = next == available;
                    if (!taker.take(next, last)) {
                        return;
                    }
                    if (last || (next & roomMask) == 0) {
                        consumed.set(next);
                    }
                }
            }
        } catch (AlertException | InterruptedException | TimeoutException halted) {
            // The wait strategies offered throw the first only: the recorder is being closed.
        }
    }

    private boolean show(long n, boolean endOfBatch) {
        StepEvent event = buffer.get(n);
        handler.lend(event);
        if (!position.compareAndSet(after(n - 1), 2 * n)) {
            return false;
        }
        handler.receive(event, endOfBatch);
        return position.compareAndSet(2 * n, after(n));
    }

    /** The frames of an event that the sink was lent are taken back from it, not released here. */
    private boolean skip(long n, boolean endOfBatch, boolean lent) {
        StepEvent event = buffer.get(n);
        if (!lent) {
            event.releaseFrames();
        }
        handler.skip(event, endOfBatch);
        return true;
    }

    private static long after(long n) {
        return 2 * n + 1;
    }

    private static boolean isShowing(long at) {
        return (at & 1) == 0;
    }

    /** The event that follows the one a position is at or after. */
    private static long next(long at) {
        return Math.floorDiv(at, 2) + 1;
    }

    /** Takes one event; false ends the thread. */
    private interface Taker {
        boolean take(long n, boolean endOfBatch);
    }
}
