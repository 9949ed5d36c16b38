package io.github.roboreel.dashboard.live;

import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import java.io.IOException;
import java.util.OptionalLong;

/**
 * A stream of events that clients listen to until they go, or the server closes. Called by many threads at a time.
 *
 * <p>The server limits the clients, keeps connections alive and drops clients that do not read.
 */
public interface EventStream {
    /** Path below {@code /api/v1}, for example {@code /live}. */
    String path();

    /**
     * Begins a client's stream; does not wait for events. What the client heard last is the request's header
     * {@code last-event-id}.
     *
     * @param sink takes events from now until the returned stream is closed
     * @return closed once, when the client has gone or the server closes; closing does not wait
     * @throws Refusal when the request makes no sense
     * @throws IOException when a file cannot be read
     */
    AutoCloseable open(Request request, Sink sink) throws IOException;

    /** The way to one client. Thread-safe; nothing here waits for the client. */
    interface Sink {
        /**
         * Sends an event.
         *
         * @param name of the event
         * @param data written as JSON, as that of an {@link io.github.roboreel.dashboard.api.Answer.Json}
         * @param id what the client sends as {@code Last-Event-ID} when it comes back; empty for none
         * @return false when the client has gone or is too far behind and is dropped
         */
        boolean send(String name, Object data, OptionalLong id);

        /** Whether all that was sent so far has left; a sender may leave out what is soon outdated while it has not. */
        boolean isIdle();
    }
}
