package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.names.KnownNames;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Collection;
import java.util.function.Supplier;

/** Checks of what the user asked for. */
public final class Arguments {
    private Arguments() {}

    /** Refuses a name that is not among the known ones. */
    public static void requireKnown(String what, String given, Collection<String> known) {
        if (!known.contains(given)) {
            throw unknown(what, given, known);
        }
    }

    /** The sentence about a name that is not among the known ones. */
    public static RoboReelException unknown(String what, String given, Collection<String> known) {
        return RoboReelException.badArgument("%s '%s' is unknown; %s", what, given, KnownNames.hint(given, known));
    }

    /**
     * Refuses to make what exists already.
     *
     * @param advice what to choose instead, for example {@code another --out}
     */
    public static void requireAbsent(Path target, String advice) {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw RoboReelException.badArgument("%s exists already and is left as it is; choose %s", target, advice);
        }
    }

    /** What {@code source} gives; its refusal of a value becomes the sentence for the user. */
    public static <T> T checked(Supplier<T> source) {
        try {
            return source.get();
        } catch (IllegalArgumentException e) {
            throw new RoboReelException(Kind.BAD_ARGUMENT, e.getMessage(), e);
        }
    }
}
