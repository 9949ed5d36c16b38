package io.github.roboreel.format;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;

/**
 * Sentences with values in them. Digits and separators are those of {@link Locale#ROOT}, whatever the user's locale.
 */
public final class Sentence {
    private static final int MAX_LISTED = 4;

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

    /**
     * The first few of some clauses, and how many more there are.
     *
     * @param clauses at least one
     */
    public static String listed(List<String> clauses) {
        int more = clauses.size() - MAX_LISTED;
        return more <= 0
                ? String.join(", ", clauses)
                : String.join(", ", clauses.subList(0, MAX_LISTED)) + ", and " + more + " more";
    }

    /**
     * The words of a failure.
     *
     * @param failure an exception or error
     * @return its message, with what is wrong where that only names a file; its type where it has none
     */
    public static String reasonOf(Throwable failure) {
        if (failure instanceof AccessDeniedException denied && denied.getReason() == null) {
            return denied.getFile() + ": permission denied";
        }
        if (failure instanceof NoSuchFileException gone && gone.getReason() == null) {
            return gone.getFile() + ": no such file or folder";
        }
        if (failure instanceof FileAlreadyExistsException there && there.getReason() == null) {
            return there.getFile() + ": exists already";
        }
        if (failure instanceof ClosedByInterruptException) {
            return "the thread was interrupted";
        }
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
