package io.github.roboreel.recordings.episodes;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The attributes that the caller of the recorder gave an episode, as its outcome keeps them. */
final class FreeAttributes {
    private static final String KEY = EpisodeMetadata.ATTRIBUTES;

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
        object.properties()
                .forEach(e -> FormatJson.attribute(e.getValue()).ifPresent(v -> attributes.put(e.getKey(), v)));
        return attributes;
    }

    /** What is no JSON holds none; check complains about it. */
    private static JsonNode stored(Map<String, Object> demo) {
        return EpisodeMetadata.tree(demo).path(KEY);
    }
}
