package io.github.roboreel.cli.episodes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.tools.folder.EpisodeRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The attributes that whoever recorded an episode gave it, as its outcome keeps them. */
final class FreeAttributes {
    private static final String KEY = EpisodeOutcome.ATTRIBUTES;
    private static final ObjectMapper JSON = new ObjectMapper();

    private FreeAttributes() {}

    /**
     * Those of the result line, where it has none those of the demo: Long, Double, Boolean or String by name.
     *
     * @param demo attributes of the demo
     */
    static Map<String, Object> of(Map<String, Object> demo, Optional<EpisodeRecord> line) {
        JsonNode object =
                line.map(l -> l.json().path(KEY)).filter(JsonNode::isObject).orElseGet(() -> stored(demo));
        Map<String, Object> attributes = new LinkedHashMap<>();
        object.fields().forEachRemaining(e -> value(e.getValue()).ifPresent(v -> attributes.put(e.getKey(), v)));
        return attributes;
    }

    /** What is no JSON holds none; check complains about it. */
    private static JsonNode stored(Map<String, Object> demo) {
        try {
            Object text = demo.get(AttributeNames.EPISODE_METADATA);
            return JSON.readTree(text instanceof String json ? json : "{}").path(KEY);
        } catch (JsonProcessingException e) {
            return JSON.missingNode();
        }
    }

    private static Optional<Object> value(JsonNode node) {
        if (node.isIntegralNumber() && node.canConvertToLong()) {
            return Optional.of(node.longValue());
        }
        if (node.isNumber()) {
            return Optional.of(node.doubleValue());
        }
        if (node.isBoolean()) {
            return Optional.of(node.booleanValue());
        }
        return Optional.ofNullable(node.textValue());
    }
}
