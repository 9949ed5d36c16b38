package io.github.roboreel.recorder.config;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * One key of the configuration: name, type, default, unit and legal values, declared once by the module that reads it.
 *
 * @param <T> Integer, Double, Boolean or String
 */
public final class Setting<T> {
    private final String key;
    private final Class<T> type;
    private final T defaultValue;
    private final String legal;
    private final Function<T, Boolean> check;

    private Setting(String key, Class<T> type, T defaultValue, String legal, Function<T, Boolean> check) {
        this.key = Objects.requireNonNull(key);
        this.type = type;
        this.defaultValue = defaultValue;
        this.legal = legal;
        this.check = check;
    }

    /** A whole number within {@code min..max}. */
    public static Setting<Integer> integer(String key, int defaultValue, int min, int max) {
        return new Setting<>(
                key,
                Integer.class,
                defaultValue,
                "a whole number from " + min + " to " + max,
                v -> v >= min && v <= max);
    }

    /** A finite number within {@code min..max}. */
    public static Setting<Double> number(String key, double defaultValue, double min, double max) {
        return new Setting<>(
                key, Double.class, defaultValue, "a number from " + min + " to " + max, v -> v >= min && v <= max);
    }

    /** Yes or no. */
    public static Setting<Boolean> flag(String key, boolean defaultValue) {
        return new Setting<>(key, Boolean.class, defaultValue, "true or false", v -> true);
    }

    /** One word of a list; the first is the default. */
    public static Setting<String> choice(String key, String... options) {
        List<String> all = List.of(options);
        return new Setting<>(key, String.class, options[0], "one of " + String.join(", ", all), all::contains);
    }

    /**
     * A text that matches a pattern.
     *
     * @param legal what is legal, as a message says it after "expected"
     */
    public static Setting<String> text(String key, String defaultValue, Pattern pattern, String legal) {
        return new Setting<>(
                key, String.class, defaultValue, legal, v -> pattern.matcher(v).matches());
    }

    /** Full key, for example {@code hdf5.flush_interval_steps}. */
    public String key() {
        return key;
    }

    /** The value used where none is given. */
    public T defaultValue() {
        return defaultValue;
    }

    /** What is legal, as a message says it after "expected", for example {@code a whole number from 1 to 64}. */
    public String legalValues() {
        return legal;
    }

    /** The given value in this setting's type, or empty when it is of another. */
    Optional<T> convert(Object value) {
        if (type == Double.class && value instanceof Number number) {
            return Optional.of(type.cast(number.doubleValue()));
        }
        return type.isInstance(value) ? Optional.of(type.cast(value)) : Optional.empty();
    }

    /** A text in this setting's type; the text itself where it is of none, which {@link #fault} then refuses. */
    Object ofText(String text) {
        String plain = text.strip();
        try {
            if (type == Integer.class) {
                return Integer.valueOf(plain);
            }
            if (type == Double.class) {
                return Double.valueOf(plain);
            }
        } catch (NumberFormatException e) {
            return text;
        }
        boolean isFlag = type == Boolean.class && (plain.equals("true") || plain.equals("false"));
        return isFlag ? (Object) Boolean.valueOf(plain) : text;
    }

    /** The sentence about a value that cannot be accepted, or empty when it can. */
    Optional<String> fault(Object value) {
        boolean legalValue = convert(value).map(check).orElse(false);
        return legalValue ? Optional.empty() : Optional.of(key + " is " + value + "; expected " + legal);
    }

    @Override
    public String toString() {
        return key;
    }
}
