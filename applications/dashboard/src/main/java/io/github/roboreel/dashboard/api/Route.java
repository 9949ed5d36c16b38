package io.github.roboreel.dashboard.api;

import java.io.IOException;

/**
 * One kind of request and what answers it.
 *
 * @param method {@code GET}, {@code PUT} or {@code POST}; what answers GET answers HEAD, too
 * @param path below {@code /api/v1}, for example {@code /episodes/{episode}/rows}; a name in braces stands for one id
 * @param answering what answers
 * @param mayWait whether its answer waits for a worker; few such are made at a time
 * @param isAskedByPost whether POST asks the same as GET, with the parameters as a JSON object in the body: an address
 *     holds few names
 */
public record Route(String method, String path, Answering answering, boolean mayWait, boolean isAskedByPost) {
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
        /**
         * Answers.
         *
         * @throws Refusal when the request cannot be done; its sentence reaches the user
         * @throws IOException when a file cannot be read; its message reaches the user
         */
        Answer answer(Request request) throws IOException;
    }

    /** As of {@link Answering#answer}. */
    public Answer answer(Request request) throws IOException {
        return answering.answer(request);
    }
}
