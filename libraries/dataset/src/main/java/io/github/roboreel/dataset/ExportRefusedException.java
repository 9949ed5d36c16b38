package io.github.roboreel.dataset;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.Sentence;

/** What was asked for cannot be exported; the message says in one sentence why and what to do. */
public final class ExportRefusedException extends RoboReelException {
    private static final long serialVersionUID = 1;

    /**
     * With that message.
     *
     * @param pattern of {@link Sentence#of}; without values the message itself
     * @param values in the order of the pattern
     */
    public ExportRefusedException(String pattern, Object... values) {
        super(Kind.UNSUPPORTED, Sentence.of(pattern, values));
    }
}
