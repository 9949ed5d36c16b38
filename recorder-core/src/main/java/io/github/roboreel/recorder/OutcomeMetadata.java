package io.github.roboreel.recorder;

import io.github.roboreel.format.EpisodeMetadata;
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
final class OutcomeMetadata {
    private static final int MAX_DEPTH = 16;

    private int values;

    private OutcomeMetadata() {}

    /**
     * The same values, immutable; NaN and infinities, which JSON has not, become null.
     *
     * @throws IllegalArgumentException when a value is none of JSON's, or all take more than 4096 bytes
     */
    static Map<String, Object> copyOf(Map<String, Object> metadata) {
        OutcomeMetadata copy = new OutcomeMetadata();
        Map<String, Object> result = copy.map("the outcome's metadata", metadata, 0);
        EpisodeMetadata.bytes(result);
        return result;
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
            throw new IllegalArgumentException(where
                    + " holds "
                    + TextRules.kindOf(given)
                    + ", which JSON cannot; give strings, numbers, booleans, lists or maps");
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
            throw new IllegalArgumentException(where
                    + " is nested or filled beyond what fits; expected at most "
                    + MAX_DEPTH
                    + " levels and "
                    + EpisodeMetadata.MAX_BYTES
                    + " bytes of JSON");
        }
    }
}
