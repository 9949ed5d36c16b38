package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/**
 * What a frame has in one of LeRobot's two columns of language, as JSON: a list of rows. A row of the persistent
 * column, which is the same at all frames of an episode, holds from its time stamp on until another of its style
 * follows; a row of the other column happens at its frame.
 */
final class LanguageRows {
    static final String PERSISTENT = "language_persistent";
    static final String EVENTS = "language_events";
    static final String TOOL_CALLS = "tool_calls";
    static final String NONE = "[]";

    private static final String TIMESTAMP = "timestamp";
    private static final List<String> EVENT_FIELDS = List.of("role", "content", "style", "camera", TOOL_CALLS);
    private static final List<String> PERSISTENT_FIELDS =
            List.of("role", "content", "style", TIMESTAMP, "camera", TOOL_CALLS);
    /** The types that are no texts, in DuckDB's words for the structure of JSON. */
    private static final Map<String, String> TYPES = Map.of(TIMESTAMP, "\"FLOAT\"", TOOL_CALLS, "[\"JSON\"]");

    private LanguageRows() {}

    static boolean isOne(String key) {
        return key.equals(PERSISTENT) || key.equals(EVENTS);
    }

    private static List<String> fields(String key) {
        return key.equals(PERSISTENT) ? PERSISTENT_FIELDS : EVENT_FIELDS;
    }

    /** What DuckDB's {@code from_json} makes of the JSON of a column. */
    static String structure(String key) {
        List<String> types = fields(key).stream()
                .map(field -> "\"" + field + "\":" + TYPES.getOrDefault(field, "\"VARCHAR\""))
                .toList();
        return "[{" + String.join(",", types) + "}]";
    }

    /**
     * One row that a person or the robot said, or that is true of the robot.
     *
     * @param seconds since the first frame
     */
    static ObjectNode persistent(String role, String style, String content, float seconds) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("role", role)
                .put("content", content)
                .put("style", style)
                .put(TIMESTAMP, seconds);
    }

    /**
     * The same rows in one writing: all fields in LeRobot's order, tools as objects.
     *
     * @param key of the column
     * @throws IOException when it is no list of such rows
     */
    static String canonical(String key, String json) throws IOException {
        JsonNode list = FormatJson.readOrMissing(json.isBlank() ? NONE : json);
        if (!list.isArray()) {
            throw new IOException("'" + key + "' has a row that is no list of what was said");
        }
        return canonical(key, list);
    }

    static String canonical(String key, Iterable<? extends JsonNode> list) throws IOException {
        ArrayNode rows = JsonNodeFactory.instance.arrayNode();
        for (JsonNode row : list) {
            if (!row.path("role").isTextual()) {
                throw new IOException("'" + key + "' has a row without a role, which every one has");
            }
            ObjectNode all = rows.addObject();
            fields(key).forEach(field -> all.set(field, canonicalField(field, row.path(field))));
        }
        return rows.toString();
    }

    private static JsonNode canonicalField(String field, JsonNode value) {
        if (value.isMissingNode() || value.isNull()) {
            return JsonNodeFactory.instance.nullNode();
        }
        if (field.equals(TIMESTAMP)) {
            return JsonNodeFactory.instance.numberNode((float) value.asDouble());
        }
        if (!field.equals(TOOL_CALLS)) {
            return JsonNodeFactory.instance.textNode(value.asText());
        }
        ArrayNode calls = JsonNodeFactory.instance.arrayNode();
        value.forEach(call -> calls.add(parsed(call)));
        return calls;
    }

    /** LeRobot keeps tools as objects, or as texts of JSON. */
    private static JsonNode parsed(JsonNode call) {
        JsonNode json = call.isTextual() ? FormatJson.readOrMissing(call.textValue()) : call;
        return json.isMissingNode() ? call : json;
    }
}
