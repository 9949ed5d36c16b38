package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the LeRobot dataset said of its features that recordings were imported from: an export of theirs says the same,
 * so that LeRobot's tools take both for one dataset. Immutable.
 *
 * @param paths keys of features by the path of the field that each became
 * @param features what was said, by key
 */
record LeRobotOrigin(Map<String, String> paths, Map<String, JsonNode> features) {
    /** No dataset. */
    static final LeRobotOrigin NONE = new LeRobotOrigin(Map.of(), Map.of());

    private static final String OBJECT = "lerobot";
    private static final String PATHS = "paths";
    private static final String FEATURES = "features";
    /** What is said of a video beside its encoding, which an export chooses itself. */
    private static final List<String> OF_PICTURES =
            List.of("video.height", "video.width", "video.fps", "video.channels", "video.is_depth_map");

    LeRobotOrigin {
        paths = Map.copyOf(paths);
        features = Map.copyOf(features);
    }

    /** Adds it to an object of an environment's configuration. */
    static void keep(Iterable<SourceFeature> features, FieldPaths paths, ObjectNode kept) {
        ObjectNode byPath = kept.putObject(PATHS);
        ObjectNode byKey = kept.putObject(FEATURES);
        for (SourceFeature feature : features) {
            byKey.set(feature.key(), feature.entry());
            if (!RowCheck.isStructure(feature.key())) {
                byPath.put(paths.of(feature.key()), feature.key());
            }
        }
    }

    /** What a configuration keeps, as a text; empty when it comes from no such import. */
    static String textIn(JsonNode environmentConfig) {
        JsonNode kept = environmentConfig.path(OBJECT);
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.set(PATHS, kept.path(PATHS));
        json.set(FEATURES, kept.path(FEATURES));
        return kept.path(FEATURES).isObject() ? json.toString() : "";
    }

    /** One of {@link #textIn}; none of an empty text. */
    static LeRobotOrigin of(String text) {
        JsonNode json = FormatJson.readOrMissing(text);
        Map<String, String> paths = new LinkedHashMap<>();
        json.path(PATHS)
                .properties()
                .forEach(e -> paths.put(e.getKey(), e.getValue().asText()));
        Map<String, JsonNode> features = new LinkedHashMap<>();
        json.path(FEATURES).properties().forEach(e -> features.put(e.getKey(), e.getValue()));
        return new LeRobotOrigin(paths, features);
    }

    boolean isThere() {
        return !features.isEmpty();
    }

    /** Key of the feature that became a field. */
    Optional<String> key(String path) {
        return Optional.ofNullable(paths.get(path)).filter(features::containsKey);
    }

    /** Whether an export has such a feature: all where nothing is known of a dataset. */
    boolean has(String key) {
        return features.isEmpty() || features.containsKey(key);
    }

    /** Whether a field was pictures in files. */
    boolean isImage(String path) {
        return key(path).map(features::get).filter(e -> isOf(e, "image")).isPresent();
    }

    private static boolean isOf(JsonNode entry, String dtype) {
        return entry.path("dtype").asText().equals(dtype);
    }

    /**
     * A feature as the dataset described it, where it is still of that type and shape.
     *
     * @param fps of the export, which may be another
     */
    LeRobotFeature described(LeRobotFeature made, double fps) {
        JsonNode entry = features.get(made.key());
        if (entry == null || !isOf(entry, made.dtype()) || !entry.path("shape").equals(shape(made))) {
            return made;
        }
        return made.withEntry(atRate(isOf(entry, "video") ? encoded(entry, made) : entry, fps));
    }

    private static JsonNode atRate(JsonNode entry, double fps) {
        ObjectNode described = entry.deepCopy();
        setRate(described, "fps", fps);
        if (described.get("info") instanceof ObjectNode info) {
            setRate(info, "video.fps", fps);
        }
        return described;
    }

    private static void setRate(ObjectNode object, String key, double fps) {
        if (object.path(key).isNumber() && object.path(key).doubleValue() != fps) {
            object.put(key, fps);
        }
    }

    private static JsonNode shape(LeRobotFeature made) {
        // Read back, since whole numbers of two widths are not equal.
        return FormatJson.readOrMissing(made.shape().toString());
    }

    private static JsonNode encoded(JsonNode entry, LeRobotFeature made) {
        ObjectNode video = entry.deepCopy();
        ObjectNode info = video.putObject("info");
        entry.path("info").properties().forEach(said -> {
            if (!said.getKey().startsWith("video.") || OF_PICTURES.contains(said.getKey())) {
                info.set(said.getKey(), said.getValue());
            }
        });
        for (String encoding : List.of("video.codec", "video.pix_fmt")) {
            info.put(encoding, String.valueOf(made.info().get(encoding)));
        }
        return video;
    }
}
