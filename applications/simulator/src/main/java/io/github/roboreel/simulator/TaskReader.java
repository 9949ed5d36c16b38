package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulator.TaskDefinition.Placement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and checks one task. */
final class TaskReader {
    static final List<String> DIFFICULTIES = List.of("simple", "moderate", "complex");

    private static final List<String> KEYS = List.of(
            "name", "instructions", "attributes", "target", "container", "episode_length_s", "objects", "subtasks");

    private final TaskFile file;

    TaskReader(TaskFile file) {
        this.file = file;
    }

    TaskDefinition read(JsonNode root) {
        file.requireKeys(root, "", KEYS, RulesReader.OPTIONAL_KEYS);
        Map<String, Placement> objects = new ObjectReader(file).read(root.get("objects"));
        return new TaskDefinition(
                name(root),
                instructions(root.get("instructions")),
                attributes(root.get("attributes")),
                objectName(root, "target", objects, false),
                objectName(root, "container", objects, true),
                episodeLength(root.get("episode_length_s")),
                objects,
                new RulesReader(file, objects.keySet(), root).read(),
                root.toString());
    }

    private String name(JsonNode root) {
        String name = file.text(root.get("name"), "name");
        if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
            throw file.fault("name: expected letters, digits and '_', given '" + name + "'.");
        }
        return name;
    }

    private Map<String, String> instructions(JsonNode node) {
        file.requireMapping(node, "instructions");
        Map<String, String> instructions = new LinkedHashMap<>();
        node.fieldNames()
                .forEachRemaining(type -> instructions.put(type, file.text(node.get(type), "instructions." + type)));
        if (!instructions.containsKey("default")) {
            throw file.fault("key 'instructions.default' is missing.");
        }
        return instructions;
    }

    private List<String> attributes(JsonNode node) {
        List<String> attributes = new ArrayList<>();
        if (!node.isArray()) {
            throw file.fault("attributes: expected a list of labels, given " + node + ".");
        }
        for (JsonNode label : node) {
            if (!label.isTextual()) {
                throw file.fault("attributes: expected labels, given " + label + ".");
            }
            attributes.add(label.asText());
        }
        if (attributes.stream().filter(DIFFICULTIES::contains).count() != 1) {
            throw file.fault(
                    "attributes: expected exactly one of simple, moderate, complex, given " + attributes + ".");
        }
        return attributes;
    }

    private String objectName(JsonNode root, String key, Map<String, Placement> objects, boolean container) {
        String name = file.text(root.get(key), key);
        if (!objects.containsKey(name)) {
            throw file.fault(key + ": '" + name + "' is not among the task's objects " + objects.keySet() + ".");
        }
        if (objects.get(name).model().graspable() == container) {
            throw file.fault(Sentence.of(
                    "%s: '%s' cannot be %s.", key, name, container ? "a container" : "picked up by the gripper"));
        }
        return name;
    }

    private double episodeLength(JsonNode node) {
        double seconds = file.number(node, "episode_length_s");
        if (seconds <= 0 || seconds > 3600) {
            throw file.fault("episode_length_s: expected more than 0 and at most 3600, given " + seconds + ".");
        }
        return seconds;
    }
}
