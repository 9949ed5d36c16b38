package io.github.roboreel.recorder.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;

/** Numbers out of the one line of JSON that every benchmark and peer prints. */
final class PeerFigures {
    private final JsonNode json;

    /**
     * Of the output.
     *
     * @throws IOException when it is not JSON
     */
    PeerFigures(String json) throws IOException {
        this.json = new ObjectMapper().readTree(json);
    }

    /** Of a member, wherever it stands. */
    double number(String key) throws IOException {
        JsonNode value = json.findValue(key);
        if (value == null || !value.isNumber()) {
            throw missing(key);
        }
        return value.doubleValue();
    }

    /** By names: a member's, or {@code figure=key} and {@code figure=object/key} for figures that have another name. */
    Map<String, Double> pick(String... names) throws IOException {
        Map<String, Double> figures = new LinkedHashMap<>();
        for (String name : names) {
            String[] parts = name.split("[=/]");
            String key = parts[parts.length - 1];
            figures.put(parts[0], parts.length == 3 ? number(parts[1], key) : number(key));
        }
        return figures;
    }

    /** Of an object inside, the first one of that name that has it. */
    double number(String object, String key) throws IOException {
        for (JsonNode inner : json.findValues(object)) {
            if (inner.path(key).isNumber()) {
                return inner.get(key).doubleValue();
            }
        }
        throw missing(object + "." + key);
    }

    /** Whether an object inside has such a number. */
    boolean has(String object, String key) {
        return json.findValues(object).stream()
                .anyMatch(inner -> inner.path(key).isNumber());
    }

    private IOException missing(String key) {
        return new IOException("a program that was measured printed no " + key + ": " + json);
    }
}
