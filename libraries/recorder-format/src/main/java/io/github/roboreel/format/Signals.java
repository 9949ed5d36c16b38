package io.github.roboreel.format;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.fault.Sentence;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The dictionary of a run's fields, which the attribute {@link AttributeNames#SIGNALS} of {@code data} holds.
 *
 * @param byPath what is said of a field, by its path below the demo
 * @param fault why the attribute, or a part of it, was not read, in half a sentence; empty when nothing was wrong
 */
public record Signals(Map<String, FieldSignal> byPath, Optional<String> fault) {
    /** Of a run that says nothing. */
    public static final Signals NONE = new Signals(Map.of(), Optional.empty());

    /** Copies the map. */
    public Signals {
        byPath = Map.copyOf(byPath);
    }

    /** What attributes of {@code data} hold; a text that is damaged is a {@link #fault}, never an exception. */
    public static Signals of(Map<String, Object> attributes) {
        Object text = attributes.get(AttributeNames.SIGNALS);
        if (text == null) {
            return NONE;
        }
        try {
            JsonNode root = FormatJson.read(text.toString());
            return root.isObject() ? of(root) : faulty("is no JSON object");
        } catch (JsonProcessingException e) {
            return faulty("is no JSON: " + e.getOriginalMessage());
        }
    }

    private static Signals of(JsonNode root) {
        Map<String, FieldSignal> byPath = new LinkedHashMap<>();
        Optional<String> fault = Optional.empty();
        for (Map.Entry<String, JsonNode> field : root.properties()) {
            try {
                byPath.put(field.getKey(), FieldSignal.of(field.getValue()));
            } catch (IllegalArgumentException e) {
                fault = Optional.of(Sentence.of("says of '%s': %s", field.getKey(), e.getMessage()));
            }
        }
        return new Signals(byPath, fault);
    }

    private static Signals faulty(String fault) {
        return new Signals(Map.of(), Optional.of(fault));
    }

    /** What is said of a field; {@link FieldSignal#NONE} where nothing is. */
    public FieldSignal of(String path) {
        return byPath.getOrDefault(path, FieldSignal.NONE);
    }
}
