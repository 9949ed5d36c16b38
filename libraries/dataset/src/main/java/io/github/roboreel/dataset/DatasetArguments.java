package io.github.roboreel.dataset;

import io.github.roboreel.format.names.KnownNames;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Values of the options of a format. Immutable.
 *
 * @param values by name of the {@link DatasetOption} and of its type; an option that was not given has none
 * @param reward where rewards come from
 */
public record DatasetArguments(Map<String, Object> values, RewardPolicy reward) {
    /** Copies the map. */
    public DatasetArguments {
        values = Map.copyOf(values);
    }

    /** A text that must be there. */
    public String text(String option) {
        return find(option).orElseThrow(() -> new IllegalArgumentException(option + " is missing"));
    }

    /** A text, if it was given. */
    public Optional<String> find(String option) {
        return Optional.ofNullable(values.get(option)).map(Object::toString);
    }

    /** All texts that were given, in their order. */
    public List<String> texts(String option) {
        return values.get(option) instanceof List<?> given
                ? given.stream().map(Object::toString).toList()
                : List.of();
    }

    /** A file or folder that must be there. */
    public Path path(String option) {
        return Path.of(text(option));
    }

    /** A number that must be there. */
    public double number(String option) {
        return Double.parseDouble(text(option));
    }

    /** A whole number that must be there. */
    public long whole(String option) {
        return Long.parseLong(text(option));
    }

    /** Whether a flag was given. */
    public boolean isSet(String option) {
        return Boolean.TRUE.equals(values.get(option));
    }

    /**
     * The constant that a value names.
     *
     * @throws IllegalArgumentException when it names none
     */
    public <E extends Enum<E>> E choice(String option, Class<E> all) {
        return choice(option, text(option), all);
    }

    /**
     * The constant that a text names, with {@code -} or {@code _} and in whatever case.
     *
     * @param option for the message
     * @throws IllegalArgumentException when it names none
     */
    public static <E extends Enum<E>> E choice(String option, String given, Class<E> all) {
        String label = given.replace('_', '-').toLowerCase(Locale.ROOT);
        List<String> labels =
                Arrays.stream(all.getEnumConstants()).map(DatasetOption::label).toList();
        if (!labels.contains(label)) {
            throw new IllegalArgumentException(
                    option + " '" + given + "' is unknown; " + KnownNames.hint(given, labels));
        }
        return all.getEnumConstants()[labels.indexOf(label)];
    }

    /**
     * Refuses a target that is there before anything is read.
     *
     * @param advice what to choose instead, for example {@code another --out}
     * @throws ExportRefusedException when it is
     */
    public static void requireNew(Path target, String advice) {
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new ExportRefusedException(target + " exists already and is left as it is; choose " + advice);
        }
    }
}
