package io.github.roboreel.format.fault;

import java.nio.channels.ClosedByInterruptException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
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
