package io.github.roboreel.remote;

import io.github.roboreel.format.fault.Sentence;

/** Failure of a policy server, or of an answer of it; the message is one sentence. */
final class ServerException extends RuntimeException {
    private static final long serialVersionUID = 1;

    ServerException(String pattern, Object... values) {
        super(Sentence.of(pattern, values));
    }
}
