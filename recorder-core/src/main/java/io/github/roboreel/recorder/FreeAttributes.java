package io.github.roboreel.recorder;

import io.github.roboreel.recorder.schema.TextRules;
import java.util.LinkedHashMap;
import java.util.Map;

/** What free attributes of an episode may be, so that every export can hold them. */
final class FreeAttributes {
    private FreeAttributes() {}

    /** The same attributes, whole numbers as Long, others as Double. */
    static Map<String, Object> copyOf(Map<String, ?> given) {
        Map<String, Object> copy = new LinkedHashMap<>();
        given.forEach((name, value) -> copy.put(checked(name), plain(name, value)));
        return copy;
    }

    private static String checked(String name) {
        TextRules.requireName("the name of an episode's attribute", name);
        if (name.isBlank()) {
            throw new IllegalArgumentException(
                    "an episode's attribute has no name; give it one, for example 'operator'");
        }
        return name;
    }

    private static Object plain(String name, Object value) {
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
        throw new IllegalArgumentException("the episode's attribute '"
                + TextRules.shown(name)
                + "' is "
                + (value instanceof Number || value == null ? value : TextRules.kindOf(value))
                + "; expected a whole or finite number, a boolean or a text");
    }
}
