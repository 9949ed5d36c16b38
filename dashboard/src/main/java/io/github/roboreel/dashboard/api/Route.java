package io.github.roboreel.dashboard.api;

import java.io.IOException;

/**
 * A method and path, and what answers them.
 *
 * @param method as of {@link Endpoint#method}
 * @param path as of {@link Endpoint#path}
 * @param answering what answers
 * @param mayWait as of {@link Endpoint#mayWait}
 */
public record Route(String method, String path, Answering answering, boolean mayWait) implements Endpoint {
    /** A GET whose answer does not wait for a worker. */
    public Route(String path, Answering answering) {
        this("GET", path, answering, false);
    }

    /** A GET whose answer waits for a worker. */
    public static Route waiting(String path, Answering answering) {
        return new Route("GET", path, answering, true);
    }

    /** A request that changes something, and does not wait for a worker. */
    public static Route changing(String method, String path, Answering answering) {
        return new Route(method, path, answering, false);
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
