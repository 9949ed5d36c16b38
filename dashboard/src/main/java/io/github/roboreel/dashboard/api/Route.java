package io.github.roboreel.dashboard.api;

import java.io.IOException;

/**
 * A path and what answers a GET of it.
 *
 * @param path as of {@link Endpoint#path}
 * @param answering what answers
 * @param mayWait as of {@link Endpoint#mayWait}
 */
public record Route(String path, Answering answering, boolean mayWait) implements Endpoint {
    /** One whose answer does not wait for a worker. */
    public Route(String path, Answering answering) {
        this(path, answering, false);
    }

    /** One whose answer waits for a worker. */
    public static Route waiting(String path, Answering answering) {
        return new Route(path, answering, true);
    }

    /** Answers requests; called by many threads at a time. */
    @FunctionalInterface
    public interface Answering {
        /** As {@link Endpoint#answer}. */
        Answer answer(Request request) throws IOException;
    }

    @Override
    public Answer answer(Request request) throws IOException {
        return answering.answer(request);
    }
}
