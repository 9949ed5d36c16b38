package io.github.roboreel.dataset;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonProcessingException;
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

    /**
     * For a text of a dataset that is no JSON.
     *
     * @param where the file, and what of it
     * @param fault where reading ended
     */
    public static ExportRefusedException noJson(Object where, JsonProcessingException fault) {
        JsonLocation place = fault.getLocation();
        boolean isTwice = fault.getOriginalMessage().startsWith("Duplicate field ");
        return new ExportRefusedException(
                "%s is no JSON: %s at line %s, column %s; repair the dataset",
                where,
                isTwice ? fault.getOriginalMessage() : "reading ends",
                place == null ? "?" : place.getLineNr(),
                place == null ? "?" : place.getColumnNr());
    }
}
