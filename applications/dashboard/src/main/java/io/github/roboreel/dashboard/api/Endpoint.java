package io.github.roboreel.dashboard.api;

import java.io.IOException;

/** One kind of request and its answer. Called by many threads at a time. */
public interface Endpoint {
    /** {@code GET}, {@code PUT} or {@code POST}; what answers GET answers HEAD, too. */
    default String method() {
        return "GET";
    }

    /** Path below {@code /api/v1}, for example {@code /episodes/{episode}/rows}; a name in braces stands for one id. */
    String path();

    /**
     * Whether POST asks the same as GET, with the parameters as a JSON object in the body: an address holds few names.
     */
    default boolean isAskedByPost() {
        return false;
    }

    /** Whether its answer waits for a worker; few such are made at a time. */
    default boolean mayWait() {
        return false;
    }

    /**
     * Answers.
     *
     * @throws Refusal when the request cannot be done; its sentence reaches the user
     * @throws IOException when a file cannot be read; its message reaches the user
     */
    Answer answer(Request request) throws IOException;
}
