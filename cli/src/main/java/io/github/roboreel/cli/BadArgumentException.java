package io.github.roboreel.cli;

import io.github.roboreel.format.KnownNames;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Supplier;

/** The user asked for something that cannot be; the message is the sentence to show. */
public final class BadArgumentException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public BadArgumentException(String message) {
        super(message);
    }

    public BadArgumentException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Refuses a name that is not among the known ones. */
    public static void requireKnown(String what, String given, Collection<String> known) {
        if (!known.contains(given)) {
            throw new BadArgumentException(what + " '" + given + "' is unknown; " + KnownNames.hint(given, known));
        }
    }

    /**
     * Refuses to make what is there already.
     *
     * @param advice what to choose instead, for example {@code another --out}
     */
    public static void ifThere(Path target, String advice) {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new BadArgumentException(target + " exists already and is left as it is; choose " + advice);
        }
    }

    /** What {@code source} gives; its refusal of a value becomes the sentence for the user. */
    public static <T> T ifRefused(Supplier<T> source) {
        try {
            return source.get();
        } catch (IllegalArgumentException e) {
            throw new BadArgumentException(e.getMessage(), e);
        }
    }
}
