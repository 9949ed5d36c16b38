package io.github.roboreel.dashboard.api;

import java.io.IOException;

/**
 * A path and what answers a GET of it.
 *
 * @param path as of {@link Endpoint#path}
 * @param answering what answers
 */
public record Route(String path, Answering answering) implements Endpoint {
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
