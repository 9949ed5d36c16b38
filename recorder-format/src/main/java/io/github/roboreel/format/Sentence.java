package io.github.roboreel.format;

import java.util.Locale;

/**
 * Sentences with values in them. Digits and separators are those of {@link Locale#ROOT}, whatever the user's locale.
 */
public final class Sentence {
    private Sentence() {}

    /**
     * A text with values put in.
     *
     * @param pattern of {@link java.util.Formatter}; without values the text itself
     * @param values in the order of the pattern
     * @return the text
     */
    public static String of(String pattern, Object... values) {
        return values.length == 0 ? pattern : String.format(Locale.ROOT, pattern, values);
    }
}
