package io.github.roboreel.tools;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.recordings.folder.StoredField;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeSet;

/**
 * Something that keeps episodes of two runs from being compared with each other.
 *
 * @param what a key of the configuration, such as {@code scene.wrist_camera.width}, or a field
 * @param one what the one has there; {@code none} when it has nothing
 * @param other what the other has there
 */
public record RecordingDifference(String what, String one, String other) {
    /** Most steps of an episode, which {@code episode_length_s} gives. */
    public static final String MAX_STEPS = "max_steps";

    private static final String NONE = "none";
    private static final String LENGTH = "episode_length_s";

    /** What is compared by itself, or is a label that no episode depends on. */
    private static final Set<String> NOT_COMPARED = Set.of(
            "num_envs",
            "scene.num_envs",
            EnvConfig.EPISODES_PER_FILE,
            EnvConfig.PROVENANCE,
            EnvConfig.FIELDS,
            EnvConfig.ACTION_SPACE,
            EnvConfig.OBSERVATION_SPACE,
            "seed",
            "policy",
            "instruction_type",
            "task",
            "_task_name",
            "_task_attributes");

    private static final int MAX_NAMED = 4;

    /**
     * Differences of two env configurations, numbers compared by their values. A top-level key that only one of them
     * has is none: older recorders knew fewer.
     */
    public static List<RecordingDifference> ofConfigs(JsonNode one, JsonNode other) {
        List<RecordingDifference> found = new ArrayList<>();
        JsonNode left = inSteps(one);
        JsonNode right = inSteps(other);
        for (String key : keys(left, right)) {
            if (left.has(key) && right.has(key)) {
                compare(key, left.get(key), right.get(key), found);
            }
        }
        return found;
    }

    /** Most steps that an episode can have by a configuration; empty where it does not say. */
    public static OptionalInt maxSteps(JsonNode config) {
        int steps = inSteps(config).path(MAX_STEPS).asInt();
        return steps > 0 ? OptionalInt.of(steps) : OptionalInt.empty();
    }

    /** Top-level keys that a configuration lacks and another one has. */
    public static Set<String> keysAbsent(JsonNode from, JsonNode other) {
        JsonNode there = inSteps(from);
        Set<String> absent = new TreeSet<>();
        inSteps(other).fieldNames().forEachRemaining(key -> {
            if (!there.has(key) && !NOT_COMPARED.contains(key)) {
                absent.add(key);
            }
        });
        return absent;
    }

    /** With the length of an episode in steps, and that first. */
    private static JsonNode inSteps(JsonNode config) {
        double dtSeconds = config.path("sim").path("dt").asDouble()
                * config.path("decimation").asDouble();
        double lengthSeconds = config.path(LENGTH).asDouble();
        if (!(dtSeconds > 0) || !(lengthSeconds > 0)) {
            return config;
        }
        ObjectNode steps = ((ObjectNode) config).objectNode();
        steps.put(MAX_STEPS, Math.round(lengthSeconds / dtSeconds));
        steps.setAll((ObjectNode) config);
        steps.remove(LENGTH);
        return steps;
    }

    private static Set<String> keys(JsonNode one, JsonNode other) {
        Set<String> keys = new LinkedHashSet<>();
        one.fieldNames().forEachRemaining(keys::add);
        other.fieldNames().forEachRemaining(keys::add);
        return keys;
    }

    private static void compare(String path, JsonNode one, JsonNode other, List<RecordingDifference> found) {
        if (NOT_COMPARED.contains(path)) {
            return;
        }
        if (one.isObject() && other.isObject()) {
            for (String key : keys(one, other)) {
                compare(path + "." + key, one.path(key), other.path(key), found);
            }
        } else if (one.isArray() && other.isArray() && one.size() == other.size()) {
            for (int i = 0; i < one.size(); i++) {
                compare(path + "[" + i + "]", one.get(i), other.get(i), found);
            }
        } else if (!isEqual(one, other)) {
            found.add(new RecordingDifference(path, text(one), text(other)));
        }
    }

    private static boolean isEqual(JsonNode one, JsonNode other) {
        return one.isNumber() && other.isNumber() ? one.doubleValue() == other.doubleValue() : one.equals(other);
    }

    private static String text(JsonNode value) {
        return value.isMissingNode() ? NONE : value.toString();
    }

    /** Differences of two sets of fields, by path. */
    public static List<RecordingDifference> ofFields(
            SortedMap<String, StoredField> one, SortedMap<String, StoredField> other) {
        List<RecordingDifference> found = new ArrayList<>();
        Set<String> paths = new TreeSet<>(one.keySet());
        paths.addAll(other.keySet());
        for (String path : paths) {
            compare(path, one, other, found);
        }
        return found;
    }

    private static void compare(
            String path,
            Map<String, StoredField> ones,
            Map<String, StoredField> others,
            List<RecordingDifference> found) {
        StoredField one = ones.get(path);
        StoredField other = others.get(path);
        String oneType = one == null ? NONE : one.typeText();
        String otherType = other == null ? NONE : other.typeText();
        if (!oneType.equals(otherType)) {
            found.add(new RecordingDifference(path, oneType, otherType));
            return;
        }
        if (!one.unit().equals(other.unit())) {
            found.add(new RecordingDifference("the unit of " + path, "'" + one.unit() + "'", "'" + other.unit() + "'"));
        }
        if (!one.frame().equals(other.frame())) {
            found.add(new RecordingDifference(
                    "the frame of " + path, "'" + one.frame() + "'", "'" + other.frame() + "'"));
        }
    }

    /** The first few sentences, and how many more there are. */
    public static String listed(List<String> sentences) {
        int more = sentences.size() - MAX_NAMED;
        return more <= 0
                ? String.join(", ", sentences)
                : String.join(", ", sentences.subList(0, MAX_NAMED)) + ", and " + more + " more";
    }
}
