package io.github.roboreel.recorder;

import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.schema.TextRules;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A copy of what a caller says about an episode at its end, taken to pieces when it is given: what no file could hold
 * is refused then, not on a sink's thread.
 */
final class OutcomeValues {
    private static final int MAX_DEPTH = 16;

    private int values;

    private OutcomeValues() {}

    /**
     * Metadata, immutable; NaN and infinities, which JSON has not, become null.
     *
     * @throws IllegalArgumentException when a value is none of JSON's, or all take more than 4096 bytes
     */
    static Map<String, Object> metadata(Map<String, Object> metadata) {
        OutcomeValues copy = new OutcomeValues();
        Map<String, Object> result = copy.map("the outcome's metadata", metadata, 0);
        EpisodeMetadata.bytes(result);
        return result;
    }

    /**
     * What a begin says of the metadata that its episode ends with.
     *
     * @param resetOptions a JSON object; empty for none
     */
    static Map<String, Object> begun(String resetOptions, Map<String, ?> metadata) {
        if (resetOptions.isEmpty() && metadata.isEmpty()) {
            return Map.of();
        }
        Map<String, Object> all = new LinkedHashMap<>(metadata);
        if (all.containsKey(EpisodeMetadata.ATTRIBUTES)) {
            throw new IllegalArgumentException("the metadata of a begin has the key '" + EpisodeMetadata.ATTRIBUTES
                    + "', which the recorder writes itself; give attributes with the end");
        }
        if (!resetOptions.isEmpty()) {
            all.put(EpisodeMetadata.ATTRIBUTES, Map.of(EpisodeMetadata.RESET_OPTIONS, resetOptions));
        }
        return metadata(all);
    }

    /** The reset options among what a begin said; null without any. */
    static Object resetOptions(Map<String, Object> begun) {
        return begun.get(EpisodeMetadata.ATTRIBUTES) instanceof Map<?, ?> attributes
                ? attributes.get(EpisodeMetadata.RESET_OPTIONS)
                : null;
    }

    /**
     * Free attributes, which every export can hold: whole numbers as Long, others as Double.
     *
     * @throws IllegalArgumentException when a name or value is not allowed
     */
    static Map<String, Object> attributes(Map<String, ?> given) {
        Map<String, Object> copy = new LinkedHashMap<>();
        given.forEach((name, value) -> copy.put(attributeName(name), attribute(name, value)));
        return copy;
    }

    private static String attributeName(String name) {
        TextRules.requireName("the name of an episode's attribute", name);
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "an episode's attribute has no name; give it one, for example 'operator'");
        }
        return name;
    }

    private static Object attribute(String name, Object value) {
        if (name.equals(EpisodeMetadata.RESET_OPTIONS)) {
            requireResetOptions(value);
        }
        if (value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        Object widened = value instanceof Float f ? Double.valueOf(f) : value;
        if (widened instanceof Double number && Double.isFinite(number)) {
            return number;
        }
        if (widened instanceof String text) {
            TextRules.requireText("the episode's attribute '" + name + "'", text);
            return text;
        }
        if (widened instanceof Long || widened instanceof Boolean) {
            return widened;
        }
        throw new IllegalArgumentException(Sentence.of(
                "the episode's attribute '%s' is %s; expected a whole or finite number, a boolean or a text",
                TextRules.shown(name), value instanceof Number || value == null ? value : TextRules.kindOf(value)));
    }

    /** Replays give them to the simulation, so that nothing else can have their name. */
    private static void requireResetOptions(Object value) {
        try {
            EpisodeMetadata.requireResetOptions(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    Sentence.of(
                            "the episode's attribute '%s' is reserved for what its env was reset with: %s; give another"
                                    + " attribute another name",
                            EpisodeMetadata.RESET_OPTIONS, e.getMessage()),
                    e);
        }
    }

    private Map<String, Object> map(String where, Map<?, ?> given, int depth) {
        requireDepth(where, depth);
        Map<String, Object> copy = new LinkedHashMap<>();
        for (Map.Entry<?, ?> entry : given.entrySet()) {
            String key = text(where, String.valueOf(entry.getKey()));
            String inside = depth == 0 ? "metadata '" + TextRules.shown(key) + "'" : where;
            copy.put(key, value(inside, entry.getValue(), depth + 1));
        }
        return Collections.unmodifiableMap(copy);
    }

    private List<Object> list(String where, Iterable<?> given, int depth) {
        requireDepth(where, depth);
        List<Object> copy = new ArrayList<>();
        for (Object value : given) {
            copy.add(value(where, value, depth + 1));
        }
        return Collections.unmodifiableList(copy);
    }

    private Object value(String where, Object given, int depth) {
        values++;
        if (given instanceof Map<?, ?> map) {
            return map(where, map, depth);
        }
        if (given instanceof Iterable<?> values) {
            return list(where, values, depth);
        }
        if (given instanceof CharSequence || given instanceof Enum<?>) {
            return text(where, given.toString());
        }
        Object plain = isNotFinite(given) ? null : given;
        if (plain != null && !(plain instanceof Boolean) && !isPlainNumber(plain)) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s holds %s, which JSON cannot; give strings, numbers, booleans, lists or maps",
                    where, TextRules.kindOf(given)));
        }
        return plain;
    }

    private String text(String where, String text) {
        TextRules.requireWhole(where + ": the text", text);
        return text;
    }

    private static boolean isNotFinite(Object value) {
        return (value instanceof Double || value instanceof Float) && !Double.isFinite(((Number) value).doubleValue());
    }

    private static boolean isPlainNumber(Object value) {
        return value instanceof Integer
                || value instanceof Long
                || value instanceof Double
                || value instanceof Float
                || value instanceof Short
                || value instanceof Byte
                || value instanceof BigInteger
                || value instanceof BigDecimal;
    }

    /** No value takes less than a byte, so that a small nest of shared lists cannot fill the memory. */
    private void requireDepth(String where, int depth) {
        if (depth > MAX_DEPTH || values > EpisodeMetadata.MAX_BYTES) {
            throw new IllegalArgumentException(Sentence.of(
                    "%s is nested or filled beyond what fits; expected at most %s levels and %s bytes of JSON",
                    where, MAX_DEPTH, EpisodeMetadata.MAX_BYTES));
        }
    }
}
