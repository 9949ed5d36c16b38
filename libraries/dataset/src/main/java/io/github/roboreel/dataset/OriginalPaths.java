package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.FormatJson;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What the arrays of a recording were called in the Minari dataset it was imported from: the object {@code paths} of
 * the object {@code minari} in the environment's configuration.
 *
 * @param unusual original path below the episode by the path of its field, where that is not what follows from it
 */
public record OriginalPaths(Map<String, String> unusual) {
    /** Key of the object in the configuration. */
    public static final String KEY = "minari";

    private static final String PATHS = "paths";

    /** Prefixes of fields and of the arrays that they are in a dataset. */
    private static final Map<String, String> GROUPS =
            Map.of("obs", "observations", "actions", "actions", "infos", "infos");

    /** Copies the map. */
    public OriginalPaths {
        unusual = Map.copyOf(unusual);
    }

    /** Of those fields. */
    public static OriginalPaths of(Map<String, String> byField) {
        Map<String, String> unusual = new TreeMap<>(byField);
        unusual.entrySet().removeIf(e -> usualPath(e.getKey()).equals(e.getValue()));
        return new OriginalPaths(unusual);
    }

    /** What an environment's configuration keeps; empty when it comes from no such import. */
    static Optional<OriginalPaths> in(String environmentConfig) {
        JsonNode kept = FormatJson.readOrMissing(environmentConfig).path(KEY);
        if (!kept.path(PATHS).isObject()) {
            return Optional.empty();
        }
        Map<String, String> paths = new TreeMap<>();
        kept.path(PATHS)
                .properties()
                .forEach(e -> paths.put(e.getKey(), e.getValue().asText()));
        return Optional.of(new OriginalPaths(paths));
    }

    /** Path of a field's array below its episode in the dataset. */
    public String of(String field) {
        return unusual.getOrDefault(field, usualPath(field));
    }

    private static String usualPath(String field) {
        String group = field.contains("/") ? field.substring(0, field.indexOf('/')) : field;
        return GROUPS.containsKey(group) ? GROUPS.get(group) + field.substring(group.length()) : field;
    }
}
