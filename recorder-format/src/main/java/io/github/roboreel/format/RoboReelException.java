package io.github.roboreel.format;

import java.util.Objects;
import java.util.Optional;

/**
 * Parent of every exception that RoboReel throws on purpose. Its message is one sentence for people without a full
 * stop: it names the thing, what was expected and what was given. Programs decide by {@link #kind}, never by the
 * message.
 */
public class RoboReelException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final Kind kind;
    private final transient Advice advice;

    /**
     * Without advice.
     *
     * @param kind what happened
     * @param sentence for people, without a full stop
     */
    public RoboReelException(Kind kind, String sentence) {
        this(kind, sentence, null, null);
    }

    /**
     * With a cause, without advice.
     *
     * @param kind what happened
     * @param sentence for people, without a full stop
     * @param cause what led to it; may be null
     */
    public RoboReelException(Kind kind, String sentence, Throwable cause) {
        this(kind, sentence, null, cause);
    }

    /**
     * With advice and cause.
     *
     * @param kind what happened
     * @param sentence for people, without a full stop
     * @param advice what to do next, which each user interface words; null when there is none
     * @param cause what led to it; may be null
     */
    public RoboReelException(Kind kind, String sentence, Advice advice, Throwable cause) {
        super(sentence, cause);
        this.kind = Objects.requireNonNull(kind, "kind");
        this.advice = advice;
    }

    /** Kind of what happened. */
    public Kind kind() {
        return kind;
    }

    /** What to do next, where something is known to help; empty after deserialization. */
    public Optional<Advice> advice() {
        return Optional.ofNullable(advice);
    }
}
