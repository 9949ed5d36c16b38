package io.github.roboreel.simulator;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Reads and checks one task file. */
final class TaskReader {
    static final List<String> DIFFICULTIES = List.of("simple", "moderate", "complex");

    private static final List<String> KEYS =
            List.of(
                    "name",
                    "instructions",
                    "attributes",
                    "target",
                    "container",
                    "episode_length_s",
                    "objects");
    private static final List<String> POSE_KEYS = List.of("x_m", "y_m", "yaw_rad");
    private static final double TABLE_REACH_METRES = 0.8;

    private final Path file;

    TaskReader(Path file) {
        this.file = file;
    }

    TaskDefinition read() {
        JsonNode root = parse();
        requireKeys(root, "", KEYS);
        Map<String, TaskDefinition.StartRange> objects = objects(root.get("objects"));
        return new TaskDefinition(
                name(root),
                instructions(root.get("instructions")),
                attributes(root.get("attributes")),
                objectName(root, "target", objects.keySet(), false),
                objectName(root, "container", objects.keySet(), true),
                episodeLength(root.get("episode_length_s")),
                objects);
    }

    private JsonNode parse() {
        YAMLFactory factory =
                YAMLFactory.builder().enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION).build();
        try {
            JsonNode root = new ObjectMapper(factory).readTree(Files.readString(file));
            if (root == null || !root.isObject()) {
                throw fault("expected a mapping of " + String.join(", ", KEYS) + ".");
            }
            return root;
        } catch (JsonProcessingException e) {
            throw fault(
                    "not valid YAML: "
                            + e.getOriginalMessage().lines().findFirst().orElse("?")
                            + ".",
                    e);
        } catch (IOException e) {
            throw fault("cannot be read: " + e + ".", e);
        }
    }

    private String name(JsonNode root) {
        String name = text(root, "name", "name");
        if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
            throw fault("name: expected letters, digits and '_', given '" + name + "'.");
        }
        return name;
    }

    private Map<String, String> instructions(JsonNode node) {
        requireMapping(node, "instructions");
        Map<String, String> instructions = new LinkedHashMap<>();
        node.fieldNames()
                .forEachRemaining(
                        type -> instructions.put(type, text(node, type, "instructions." + type)));
        if (!instructions.containsKey("default")) {
            throw fault("key 'instructions.default' is missing.");
        }
        return instructions;
    }

    private List<String> attributes(JsonNode node) {
        List<String> attributes = new ArrayList<>();
        if (!node.isArray()) {
            throw fault("attributes: expected a list of labels, given " + node + ".");
        }
        for (JsonNode label : node) {
            if (!label.isTextual()) {
                throw fault("attributes: expected labels, given " + label + ".");
            }
            attributes.add(label.asText());
        }
        if (attributes.stream().filter(DIFFICULTIES::contains).count() != 1) {
            throw fault(
                    "attributes: expected exactly one of simple, moderate, complex, given "
                            + attributes
                            + ".");
        }
        return attributes;
    }

    private String objectName(JsonNode root, String key, Set<String> objects, boolean container) {
        String name = text(root, key, key);
        if (!objects.contains(name)) {
            throw fault(key + ": '" + name + "' is not among the task's objects " + objects + ".");
        }
        if (ObjectCatalog.get(name).graspable() == container) {
            throw fault(
                    "%s: '%s' cannot be %s."
                            .formatted(
                                    key,
                                    name,
                                    container ? "a container" : "picked up by the gripper"));
        }
        return name;
    }

    private double episodeLength(JsonNode node) {
        double seconds = number(node, "episode_length_s");
        if (seconds <= 0 || seconds > 3600) {
            throw fault(
                    "episode_length_s: expected more than 0 and at most 3600, given "
                            + seconds
                            + ".");
        }
        return seconds;
    }

    private Map<String, TaskDefinition.StartRange> objects(JsonNode node) {
        requireMapping(node, "objects");
        Map<String, TaskDefinition.StartRange> objects = new LinkedHashMap<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String name = names.next();
            if (!ObjectCatalog.contains(name)) {
                throw fault(
                        "objects: unknown object '"
                                + name
                                + "'; known are "
                                + ObjectCatalog.names()
                                + ".");
            }
            objects.put(name, startRange(node.get(name), "objects." + name));
        }
        return objects;
    }

    private TaskDefinition.StartRange startRange(JsonNode node, String path) {
        requireMapping(node, path);
        requireKeys(node, path + ".", POSE_KEYS);
        return new TaskDefinition.StartRange(
                range(node.get("x_m"), path + ".x_m", TABLE_REACH_METRES),
                range(node.get("y_m"), path + ".y_m", TABLE_REACH_METRES),
                range(node.get("yaw_rad"), path + ".yaw_rad", Math.PI));
    }

    private TaskDefinition.Range range(JsonNode node, String path, double limit) {
        if (!node.isArray() || node.size() != 2) {
            throw fault(path + ": expected [from, to], given " + node + ".");
        }
        double from = number(node.get(0), path);
        double to = number(node.get(1), path);
        if (from > to || from < -limit || to > limit) {
            throw fault(
                    "%s: expected from <= to within +-%.3f, given [%s, %s]."
                            .formatted(path, limit, from, to));
        }
        return new TaskDefinition.Range(from, to);
    }

    private void requireKeys(JsonNode node, String prefix, List<String> keys) {
        Set<String> unknown = new TreeSet<>();
        node.fieldNames().forEachRemaining(unknown::add);
        keys.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw fault(
                    "unknown key '%s%s'; known are %s."
                            .formatted(prefix, unknown.iterator().next(), String.join(", ", keys)));
        }
        for (String key : keys) {
            if (node.path(key).isMissingNode() || node.get(key).isNull()) {
                throw fault("key '" + prefix + key + "' is missing.");
            }
        }
    }

    private void requireMapping(JsonNode node, String path) {
        if (node == null || !node.isObject() || node.isEmpty()) {
            throw fault(path + ": expected a mapping, given " + node + ".");
        }
    }

    private String text(JsonNode node, String key, String path) {
        JsonNode value = node.get(key);
        if (!value.isTextual() || value.asText().isBlank()) {
            throw fault(path + ": expected a text, given " + value + ".");
        }
        return value.asText();
    }

    private double number(JsonNode node, String path) {
        if (!node.isNumber() || !Double.isFinite(node.asDouble())) {
            throw fault(path + ": expected a number, given " + node + ".");
        }
        return node.asDouble();
    }

    private TaskFormatException fault(String what) {
        return fault(what, null);
    }

    private TaskFormatException fault(String what, Throwable cause) {
        return new TaskFormatException("Task file " + file + ": " + what, cause);
    }
}
