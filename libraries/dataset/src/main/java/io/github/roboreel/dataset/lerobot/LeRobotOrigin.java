package io.github.roboreel.dataset.lerobot;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.FormatJson;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

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
    private static final JsonNode NOTHING = JsonNodeFactory.instance.objectNode();
    private static final int MAX_SHOWN_CHARS = 160;
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
    static void keep(Iterable<LeRobotFeature> features, FieldPaths paths, ObjectNode kept) {
        ObjectNode byPath = kept.putObject(PATHS);
        ObjectNode byKey = kept.putObject(FEATURES);
        for (LeRobotFeature feature : features) {
            byKey.set(feature.key(), feature.entry());
            if (!RowCheck.isStructure(feature.key())) {
                byPath.put(paths.of(feature.key()), feature.key());
            }
        }
    }

    /** What a configuration keeps; none when it comes from no such import. */
    static LeRobotOrigin in(JsonNode environmentConfig) {
        JsonNode kept = environmentConfig.path(OBJECT);
        Map<String, String> paths = new LinkedHashMap<>();
        kept.path(PATHS)
                .properties()
                .forEach(e -> paths.put(e.getKey(), e.getValue().asText()));
        Map<String, JsonNode> features = new LinkedHashMap<>();
        kept.path(FEATURES).properties().forEach(e -> features.put(e.getKey(), e.getValue()));
        return new LeRobotOrigin(paths, features);
    }

    /** What it and another say alike. */
    LeRobotOrigin agreed(LeRobotOrigin other) {
        Map<String, String> samePaths = new LinkedHashMap<>(paths);
        samePaths.entrySet().retainAll(other.paths.entrySet());
        Map<String, JsonNode> alike = new LinkedHashMap<>();
        features.forEach((key, entry) -> {
            if (other.features.containsKey(key)) {
                alike.put(key, agreed(entry, other.features.get(key)).orElse(NOTHING));
            }
        });
        return new LeRobotOrigin(samePaths, alike);
    }

    private static Optional<JsonNode> agreed(JsonNode one, JsonNode other) {
        if (one.equals(other)) {
            return Optional.of(one);
        }
        if (!one.isObject() || !other.isObject()) {
            return Optional.empty();
        }
        ObjectNode alike = JsonNodeFactory.instance.objectNode();
        one.properties()
                .forEach(said -> agreed(said.getValue(), other.path(said.getKey()))
                        .ifPresent(same -> alike.set(said.getKey(), same)));
        return Optional.of(alike);
    }

    /** The first feature that it and another do not say the same of, in words; empty without. */
    Optional<String> difference(LeRobotOrigin other) {
        Set<String> keys = new TreeSet<>(features.keySet());
        keys.addAll(other.features.keySet());
        return keys.stream()
                .filter(key -> !entry(key).equals(other.entry(key)))
                .findFirst()
                .map(key -> "'" + key + "' is " + shown(entry(key)) + " in the former and " + shown(other.entry(key))
                        + " in the latter");
    }

    private JsonNode entry(String key) {
        return features.getOrDefault(key, NOTHING);
    }

    private static String shown(JsonNode entry) {
        String text = entry.isEmpty() ? "no feature" : entry.toString();
        return text.length() <= MAX_SHOWN_CHARS ? text : text.substring(0, MAX_SHOWN_CHARS) + "...";
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
        return isOf(path, LeRobotFeature.IMAGE);
    }

    /** Whether a field was one of LeRobot's columns of language. */
    boolean isLanguage(String path) {
        return isOf(path, LeRobotFeature.LANGUAGE);
    }

    private boolean isOf(String path, String dtype) {
        return key(path).map(features::get).filter(e -> isOf(e, dtype)).isPresent();
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
        if (entry == null || !isOf(entry, made.type()) || !entry.path("shape").equals(shape(made))) {
            return made;
        }
        return made.withEntry(atRate(isOf(entry, "video") ? encoded(entry, made) : complete(entry, made), fps));
    }

    /** With what LeRobot reads of every feature, which datasets that differ do not agree in. */
    private static ObjectNode complete(JsonNode entry, LeRobotFeature made) {
        ObjectNode complete = entry.deepCopy();
        complete.putIfAbsent("names", made.names());
        JsonNode info = entry.path("info");
        if (made.info().has("is_depth_map") && !info.has("is_depth_map") && !info.has("video.is_depth_map")) {
            complete.withObjectProperty("info").setAll((ObjectNode) made.info());
        }
        return complete;
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
        ObjectNode video = complete(entry, made);
        ObjectNode info = video.putObject("info");
        entry.path("info").properties().forEach(said -> {
            if (!said.getKey().startsWith("video.") || OF_PICTURES.contains(said.getKey())) {
                info.set(said.getKey(), said.getValue());
            }
        });
        for (String encoding : List.of("video.codec", "video.pix_fmt")) {
            info.put(encoding, made.info().path(encoding).asText("null"));
        }
        return video;
    }
}
