package io.github.roboreel.tasks;

import io.github.roboreel.format.fault.Sentence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Reads a condition's arguments by name; what is missing, unknown or of a wrong kind is refused in a sentence. For one
 * thread.
 */
public final class ConditionArguments {
    private final String function;
    private final Map<String, Object> values;
    private final EventThresholds thresholds;
    private final Set<String> known = new TreeSet<>();
    private final List<String> objects = new ArrayList<>();

    ConditionArguments(String function, Map<String, ?> values, EventThresholds thresholds) {
        this.function = function;
        this.thresholds = thresholds;
        this.values = new LinkedHashMap<>(values);
    }

    /** Those of the task, for defaults. */
    public EventThresholds thresholds() {
        return thresholds;
    }

    /**
     * The name of one of the scene's objects.
     *
     * @throws IllegalArgumentException when there is no such argument, or it is no name
     */
    public String object(String key) {
        Object value = required(key);
        if (!(value instanceof String name) || name.isBlank()) {
            throw wrong(key, "the name of an object", value);
        }
        objects.add(name);
        return name;
    }

    /**
     * Names of the scene's objects.
     *
     * @param atLeast how many there have to be, no two alike
     * @throws IllegalArgumentException when there is no such argument, or it is none
     */
    public List<String> objects(String key, int atLeast) {
        Object value = required(key);
        if (!(value instanceof List<?> list)
                || list.size() < atLeast
                || !list.stream().allMatch(String.class::isInstance)
                || Set.copyOf(list).size() != list.size()) {
            throw wrong(key, "a list of at least " + atLeast + " different objects", value);
        }
        List<String> names = list.stream().map(String.class::cast).toList();
        objects.addAll(names);
        return names;
    }

    /**
     * A number that is not negative.
     *
     * @param otherwise what it is when it is not given
     * @throws IllegalArgumentException when it is none
     */
    public double number(String key, double otherwise) {
        known.add(key);
        Object value = values.getOrDefault(key, otherwise);
        if (!(value instanceof Number number) || !Double.isFinite(number.doubleValue()) || number.doubleValue() < 0) {
            throw wrong(key, "a number that is not negative", value);
        }
        return number.doubleValue();
    }

    /**
     * A point in the env frame.
     *
     * @return x, y and z, m
     * @throws IllegalArgumentException when there is no such argument, or it is no three numbers
     */
    public double[] point(String key) {
        Object value = required(key);
        if (!(value instanceof List<?> list)
                || list.size() != 3
                || !list.stream().allMatch(ConditionArguments::isFinite)) {
            throw wrong(key, "three coordinates in metres", value);
        }
        return list.stream().mapToDouble(v -> ((Number) v).doubleValue()).toArray();
    }

    private static boolean isFinite(Object value) {
        return value instanceof Number number && Double.isFinite(number.doubleValue());
    }

    private Object required(String key) {
        known.add(key);
        Object value = values.get(key);
        if (value == null) {
            throw new IllegalArgumentException("Condition " + function + ": argument '" + key + "' is missing.");
        }
        return value;
    }

    private IllegalArgumentException wrong(String key, String expected, Object given) {
        return new IllegalArgumentException(Sentence.of(
                "Condition %s: argument '%s' must be %s, given %s.", function, key, expected, Condition.text(given)));
    }

    /** The condition, when every argument was asked for. */
    Condition make(java.util.function.Predicate<Scene> test) {
        for (String key : values.keySet()) {
            if (!known.contains(key)) {
                throw new IllegalArgumentException(Sentence.of(
                        "Condition %s has no argument '%s'; known are %s.", function, key, String.join(", ", known)));
            }
        }
        return new Condition(function, values, objects.stream().distinct().toList(), test);
    }
}
