package io.github.roboreel.bridge;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Sends messages to a client on a thread of its own, so that a client that does not read holds up nothing. Summaries
 * that it does not fetch are dropped beyond some thousands. Any thread may send.
 */
final class Outbox implements AutoCloseable {
    private static final int MAX_WAITING = 10_000;
    private static final long CLOSING_MILLIS = 2_000;

    private final Frames frames;
    private final Thread sender;
    private final Deque<Object> waiting = new ArrayDeque<>();
    private boolean isClosed;
    private boolean isBroken;

    Outbox(Frames frames, String client) {
        this.frames = frames;
        sender = new Thread(this::work, "roboreel-bridge-send-" + client);
        sender.setDaemon(true);
        sender.start();
    }

    /** Sends a message that must arrive, unless the client is gone. */
    synchronized void send(Object message) {
        if (!isBroken) {
            waiting.add(message);
            notifyAll();
        }
    }

    /** Sends a message that may be dropped. */
    synchronized void offer(Object message) {
        if (waiting.size() < MAX_WAITING) {
            send(message);
        }
    }

    private void work() {
        try {
            for (Object next = take(); next != null; next = take()) {
                frames.write(next);
            }
        } catch (IOException | RuntimeException e) {
            giveUp();
        }
    }

    private synchronized Object take() {
        while (waiting.isEmpty() && !isClosed) {
            try {
                wait();
            } catch (InterruptedException e) {
                return null;
            }
        }
        return waiting.poll();
    }

    /** The client is gone, which its socket says to the reader as well, or a message is none that JSON can hold. */
    private synchronized void giveUp() {
        isBroken = true;
        waiting.clear();
    }

    /** Sends what waits, for a while, and ends. */
    @Override
    public void close() {
        synchronized (this) {
            isClosed = true;
            notifyAll();
        }
        try {
            sender.join(CLOSING_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        sender.interrupt();
    }
}
