package io.github.roboreel.dataset.minari;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.format.FormatJson;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Options of an episode's reset: one JSON text of a recording, an attribute for each in Minari's datasets. */
final class ResetOptions {
    private static final String PREFIX = "options/";

    /** What Minari joins names with, and what no name of HDF5 holds. */
    private static final Pattern NO_NAME = Pattern.compile("|.*[/\\x00\\ud800-\\udfff].*", Pattern.DOTALL);

    private ResetOptions() {}

    /** As Minari stores those of an episode; lists, and names with slashes, are in the recording's own text alone. */
    static Map<String, Object> stored(EpisodeFacts facts) {
        Map<String, Object> stored = new LinkedHashMap<>();
        add(PREFIX, FormatJson.readOrMissing(facts.attributes().get(EpisodeMetadata.RESET_OPTIONS)), stored);
        return stored;
    }

    private static void add(String prefix, JsonNode options, Map<String, Object> stored) {
        options.properties().forEach(option -> {
            String name = option.getKey();
            JsonNode value = option.getValue();
            if (NO_NAME.matcher(name).matches()) {
                return;
            }
            if (value.isObject()) {
                add(prefix + name + "/", value, stored);
            } else if (value.isValueNode()) {
                FormatJson.attribute(value).ifPresent(scalar -> stored.put(prefix + name, scalar));
            }
        });
    }

    /** Whether an attribute of an episode is one of them. */
    static boolean areIn(String attribute) {
        return attribute.startsWith(PREFIX);
    }

    /**
     * The text of a recording.
     *
     * @param attributes of an episode in a dataset
     * @return empty where it has none of them, or they are more than a recording keeps
     */
    static Optional<String> read(Map<String, Object> attributes) {
        ObjectNode options = FormatJson.tree(Map.of());
        attributes.forEach((name, value) -> {
            if (areIn(name)) {
                put(options, name.substring(PREFIX.length()), value);
            }
        });
        String json = FormatJson.python(options);
        try {
            EpisodeMetadata.requireResetOptions(json);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return options.isEmpty() ? Optional.empty() : Optional.of(json);
    }

    private static void put(ObjectNode options, String path, Object value) {
        int slash = path.indexOf('/');
        if (slash < 0) {
            options.set(path, FormatJson.tree(value));
        } else {
            put(options.withObjectProperty(path.substring(0, slash)), path.substring(slash + 1), value);
        }
    }
}
