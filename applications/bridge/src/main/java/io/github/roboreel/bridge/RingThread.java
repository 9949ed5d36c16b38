package io.github.roboreel.bridge;

import io.github.roboreel.recorder.DurableMark;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks for published slots and releases those that are durable. While slots come, and for a second after, it looks
 * every millisecond, so that the client makes no system call; then it asks for the doorbell and sleeps.
 */
final class RingThread {
    private static final long LOOK_NANOS = 1_000_000;
    private static final long SLOW_LOOK_NANOS = 20_000_000;
    // A client may have been interrupted before it rang.
    private static final long WAITING_NANOS = 100_000_000;
    private static final long ACTIVE_NANOS = 1_000_000_000;
    static final long DURABLE_LIMIT_NANOS = 60_000_000_000L;
    private static final int MARKS_OF_RING = 16;

    private final SharedRing ring;
    private final RingConsumer consumer;
    private final BridgedRecording recording;
    private final Deque<Mark> marks = new ArrayDeque<>();
    private final Thread thread;
    private final long markedSlots;
    private long consumed;
    private long marked;
    // What the ring's word says; a client that changed it would have slots released that are not durable.
    private long released;
    private volatile boolean isOver;

    /** All slots below that number are durable with it. */
    private record Mark(long slots, DurableMark recorded) {}

    /** @param first the slot to begin with */
    RingThread(SharedRing ring, RingConsumer consumer, BridgedRecording recording, long first) {
        this.ring = ring;
        this.consumer = consumer;
        this.recording = recording;
        consumed = first;
        marked = first;
        released = first;
        thread = Thread.currentThread();
        markedSlots = Math.max(1, ring.layout().slots() / MARKS_OF_RING);
    }

    /** Nothing is published any more. Any thread. */
    void end() {
        isOver = true;
        LockSupport.unpark(thread);
    }

    /** Something was published while it slept. Any thread. */
    void wake() {
        LockSupport.unpark(thread);
    }

    /** Hands over all slots until {@link #end}, and those that were published before it. */
    void work() throws IOException {
        long lastNanos = System.nanoTime();
        while (true) {
            boolean isLast = isOver;
            if (consumeAll() | release()) {
                lastNanos = System.nanoTime();
            } else if (isLast) {
                break;
            } else {
                if (!marks.isEmpty()) {
                    // A client that waits for room hands over nothing that a failed recorder could refuse.
                    recording.requireHealthy();
                }
                sleep(System.nanoTime() - lastNanos);
            }
        }
    }

    private boolean consumeAll() throws IOException {
        long published = ring.published();
        if (published < consumed || published - released >= ring.layout().slots()) {
            throw ProtocolException.of(
                    "'published' is %s; expected %s to %s",
                    Long.toUnsignedString(published),
                    consumed,
                    released + ring.layout().slots() - 1);
        }
        boolean isNew = consumed < published;
        while (consumed < published) {
            consumer.consume(consumed);
            consumed++;
            ring.setConsumed(consumed);
            if (consumed - marked >= markedSlots) {
                mark();
                release();
            }
        }
        if (isNew) {
            mark();
        }
        return isNew;
    }

    private void mark() {
        if (consumed > marked) {
            marks.add(new Mark(consumed, recording.mark()));
            marked = consumed;
        }
    }

    private boolean release() {
        long durable = released;
        long now = durable;
        while (!marks.isEmpty() && marks.peek().recorded().isDurable()) {
            now = marks.poll().slots();
        }
        if (now == durable) {
            return false;
        }
        consumer.release(durable, now);
        released = now;
        return true;
    }

    private void sleep(long idleNanos) {
        if (idleNanos < ACTIVE_NANOS) {
            LockSupport.parkNanos(this, LOOK_NANOS);
        } else if (!marks.isEmpty()) {
            LockSupport.parkNanos(this, SLOW_LOOK_NANOS);
        } else {
            ring.setWaiting(true);
            if (ring.published() == consumed && !isOver) {
                LockSupport.parkNanos(this, WAITING_NANOS);
            }
            ring.setWaiting(false);
        }
    }

    /** Waits until all that was handed over is durable, or the recording is closed, which makes it so if anything. */
    void awaitDurable() {
        marks.add(new Mark(consumed, recording.mark()));
        long begunNanos = System.nanoTime();
        release();
        while (!marks.isEmpty() && !recording.isClosed() && System.nanoTime() - begunNanos < DURABLE_LIMIT_NANOS) {
            LockSupport.parkNanos(this, LOOK_NANOS);
            release();
        }
    }
}
