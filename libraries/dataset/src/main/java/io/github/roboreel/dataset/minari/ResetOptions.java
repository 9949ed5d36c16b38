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

    private static final int MAX_DEPTH = 16;

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
     * @return empty where it has none of them, or a recording cannot keep them as they are
     */
    static Optional<String> read(Map<String, Object> attributes) {
        ObjectNode options = FormatJson.tree(Map.of());
        for (Map.Entry<String, Object> attribute : attributes.entrySet()) {
            if (areIn(attribute.getKey()) && !put(options, attribute)) {
                return Optional.empty();
            }
        }
        String json = FormatJson.python(options);
        try {
            EpisodeMetadata.requireResetOptions(json);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
        return options.isEmpty() ? Optional.empty() : Optional.of(json);
    }

    /** False for what JSON has no number for, and for one name of a value and of a dictionary. */
    private static boolean put(ObjectNode options, Map.Entry<String, Object> attribute) {
        boolean isNumber = !(attribute.getValue() instanceof Double number) || Double.isFinite(number);
        String[] names = attribute.getKey().substring(PREFIX.length()).split("/", -1);
        ObjectNode at = options;
        for (int i = 0; isNumber && i < names.length - 1; i++) {
            JsonNode inner = at.path(names[i]);
            if (!inner.isObject() && !inner.isMissingNode()) {
                return false;
            }
            at = at.withObjectProperty(names[i]);
        }
        String last = names[names.length - 1];
        boolean isFree = isNumber && names.length <= MAX_DEPTH && !at.has(last);
        if (isFree) {
            at.set(last, FormatJson.tree(attribute.getValue()));
        }
        return isFree;
    }
}
