package io.github.roboreel.dataset;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * An option of a format, as data: the user interface that asks for values words the rest.
 *
 * @param name with its dashes, for example {@code --out}
 * @param type of the value: String, Path, Double, Long, Boolean for a flag, or List for texts
 * @param label of the value in helps; empty for a flag
 * @param isRequired whether there must be a value
 * @param defaultValue as text; empty without one
 * @param choices all values there are; empty when there is no such list
 * @param description one sentence, without the default
 */
public record DatasetOption(
        String name,
        Class<?> type,
        String label,
        boolean isRequired,
        Optional<String> defaultValue,
        List<String> choices,
        String description) {
    /** Copies the list. */
    public DatasetOption {
        choices = List.copyOf(choices);
    }

    private DatasetOption(String name, Class<?> type, String label, Optional<String> defaultValue, String description) {
        this(name, type, label, false, defaultValue, List.of(), description);
    }

    /** One that is given or not. */
    public static DatasetOption flag(String name, String description) {
        return new DatasetOption(name, Boolean.class, "", Optional.empty(), description);
    }

    /** A text without a default. */
    public static DatasetOption text(String name, String label, String description) {
        return new DatasetOption(name, String.class, label, Optional.empty(), description);
    }

    /** Texts, one each time that the option is given. */
    public static DatasetOption texts(String name, String label, String description) {
        return new DatasetOption(name, List.class, label, Optional.empty(), description);
    }

    /** A file or folder without a default. */
    public static DatasetOption path(String name, String label, String description) {
        return new DatasetOption(name, Path.class, label, Optional.empty(), description);
    }

    /** A number. */
    public static DatasetOption number(String name, String label, double defaultValue, String description) {
        return new DatasetOption(name, Double.class, label, Optional.of(Double.toString(defaultValue)), description);
    }

    /** A whole number. */
    public static DatasetOption whole(String name, String label, long defaultValue, String description) {
        return new DatasetOption(name, Long.class, label, Optional.of(Long.toString(defaultValue)), description);
    }

    /** One of the constants of an enum, by its label. */
    public static <E extends Enum<E>> DatasetOption choice(
            String name, String label, E defaultValue, String description) {
        List<String> labels = Arrays.stream(defaultValue.getDeclaringClass().getEnumConstants())
                .map(DatasetOption::label)
                .toList();
        Optional<String> usual = Optional.of(label(defaultValue));
        return new DatasetOption(name, String.class, label, false, usual, labels, description);
    }

    /** A constant as people write it, for example {@code score-delta}. */
    static String label(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The same option, which must be given. */
    public DatasetOption required() {
        return new DatasetOption(name, type, label, true, defaultValue, choices, description);
    }

    /** The same option with a default. */
    public DatasetOption withDefault(String value) {
        return new DatasetOption(name, type, label, isRequired, Optional.of(value), choices, description);
    }
}
