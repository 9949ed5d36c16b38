package io.github.roboreel.bridge;

import io.github.roboreel.format.fault.Sentence;

/** What a client said, or wrote into its memory, is not what the protocol allows. */
final class ProtocolException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String kind;

    private ProtocolException(String kind, String sentence) {
        super(sentence);
        this.kind = kind;
    }

    static ProtocolException of(String pattern, Object... values) {
        return new ProtocolException(ErrorKind.PROTOCOL, Sentence.of(pattern, values));
    }

    /** That no version is spoken by both sides. */
    static ProtocolException version(String pattern, Object... values) {
        return new ProtocolException(ErrorKind.VERSION, Sentence.of(pattern, values));
    }

    /** That a call came at the wrong time. */
    static ProtocolException state(String pattern, Object... values) {
        return new ProtocolException(ErrorKind.BAD_STATE, Sentence.of(pattern, values));
    }

    String kind() {
        return kind;
    }
}
