package io.github.roboreel.dashboard.api;

import java.io.IOException;

/**
 * A method and path, and what answers them.
 *
 * @param method as of {@link Endpoint#method}
 * @param path as of {@link Endpoint#path}
 * @param answering what answers
 * @param mayWait as of {@link Endpoint#mayWait}
 * @param isAskedByPost as of {@link Endpoint#isAskedByPost}
 */
public record Route(String method, String path, Answering answering, boolean mayWait, boolean isAskedByPost)
        implements Endpoint {
    /** A GET whose answer does not wait for a worker. */
    public Route(String path, Answering answering) {
        this("GET", path, answering, false, false);
    }

    /** A GET whose answer waits for a worker. */
    public static Route waiting(String path, Answering answering) {
        return new Route("GET", path, answering, true, false);
    }

    /** A GET with more parameters than an address may hold, which are posted then. */
    public static Route asked(String path, Answering answering) {
        return new Route("GET", path, answering, false, true);
    }

    /** A request by another method than GET, which does not wait for a worker. */
    public static Route of(String method, String path, Answering answering) {
        return new Route(method, path, answering, false, false);
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
