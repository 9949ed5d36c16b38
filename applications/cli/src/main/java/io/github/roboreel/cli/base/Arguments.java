package io.github.roboreel.cli.base;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.format.names.KnownNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import picocli.CommandLine.Model.CommandSpec;

/** Checks of what the user asked for. */
public final class Arguments {
    private Arguments() {}

    /** Refuses a name that is not among the known ones. */
    public static void requireKnown(String what, String given, Collection<String> known) {
        if (!known.contains(given)) {
            throw unknown(what, given, known);
        }
    }

    /** The value that a user names in lower case; refuses others. */
    public static <E extends Enum<E>> E choice(String what, String given, Class<E> all) {
        requireKnown(what, given, labels(all));
        return Enum.valueOf(all, given.toUpperCase(Locale.ROOT));
    }

    private static List<String> labels(Class<? extends Enum<?>> all) {
        return Arrays.stream(all.getEnumConstants())
                .map(value -> value.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    /** Whether a word is the name of a folder that is there. */
    public static boolean isFolder(String name) {
        try {
            return Files.isDirectory(Path.of(name));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** The names of a command's commands that its help lists. */
    public static List<String> commandNames(CommandSpec command) {
        return command.subcommands().entrySet().stream()
                .filter(named ->
                        !named.getValue().getCommandSpec().usageMessage().hidden())
                .map(Map.Entry::getKey)
                .toList();
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
