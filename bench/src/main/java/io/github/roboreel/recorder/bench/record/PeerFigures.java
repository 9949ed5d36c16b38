package io.github.roboreel.recorder.bench.record;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/** Numbers out of the one line of JSON that every benchmark and peer prints. */
public final class PeerFigures {
    private final JsonNode json;

    /**
     * Of the output.
     *
     * @throws IOException when it is not JSON
     */
    public PeerFigures(String json) throws IOException {
        this.json = new ObjectMapper().readTree(json);
    }

    /** Of a member, wherever it stands. */
    public double number(String key) throws IOException {
        JsonNode value = json.findValue(key);
        if (value == null || !value.isNumber()) {
            throw missing(key);
        }
        return value.doubleValue();
    }

    /** A text, wherever it stands. */
    public String text(String key) throws IOException {
        JsonNode value = json.findValue(key);
        if (value == null || !value.isTextual()) {
            throw missing(key);
        }
        return value.textValue();
    }

    /** Of an object inside, the first one of that name that has it. */
    public double number(String object, String key) throws IOException {
        for (JsonNode inner : json.findValues(object)) {
            if (inner.path(key).isNumber()) {
                return inner.get(key).doubleValue();
            }
        }
        throw missing(object + "." + key);
    }

    /** Whether an object inside has such a number. */
    public boolean has(String object, String key) {
        return json.findValues(object).stream()
                .anyMatch(inner -> inner.path(key).isNumber());
    }

    private IOException missing(String key) {
        return new IOException("a program that was measured printed no " + key + ": " + json);
    }
}
