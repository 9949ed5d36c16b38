package io.github.roboreel.dashboard.live;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** A page that keeps all that it receives. */
final class HeardMessages implements EventStream.Sink {
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(30);

    private final List<Heard> heard = new ArrayList<>();
    private boolean isIdle = true;
    private boolean isAsked;

    /** A message, and its number if it has one. */
    record Heard(String name, JsonNode data, OptionalLong id) {}

    @Override
    public synchronized boolean send(String name, Object data, OptionalLong id) {
        try {
            heard.add(new Heard(name, FormatJson.read(FormatJson.text(data)), id));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        notifyAll();
        return true;
    }

    @Override
    public synchronized boolean isIdle() {
        isAsked = true;
        notifyAll();
        return isIdle;
    }

    /** Returns when a look knows it. */
    synchronized void setIdle(boolean idle) throws InterruptedException {
        isIdle = idle;
        isAsked = false;
        while (!isAsked) {
            wait();
        }
    }

    synchronized List<Heard> all(String name) {
        return heard.stream().filter(message -> message.name().equals(name)).toList();
    }

    /** Waits until there is such a message. */
    synchronized Heard await(String name, Predicate<JsonNode> isWanted) throws InterruptedException {
        long deadline = System.nanoTime() + PATIENCE_NANOS;
        while (true) {
            for (Heard message : heard) {
                if (message.name().equals(name) && isWanted.test(message.data())) {
                    return message;
                }
            }
            long left = deadline - System.nanoTime();
            if (left <= 0) {
                throw new AssertionError("no such " + name + " among " + heard);
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
