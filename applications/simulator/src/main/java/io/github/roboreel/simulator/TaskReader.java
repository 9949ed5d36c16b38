package io.github.roboreel.simulator;

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

    private TaskReader() {}

    static TaskDefinition read(TaskNode root) {
        root.requireKeys(KEYS, RulesReader.OPTIONAL_KEYS);
        Map<String, Placement> objects = ObjectReader.read(root.at("objects"));
        return new TaskDefinition(
                name(root.at("name")),
                instructions(root.at("instructions")),
                attributes(root.at("attributes")),
                objectName(root.at("target"), objects, false),
                objectName(root.at("container"), objects, true),
                episodeLength(root.at("episode_length_s")),
                objects,
                new RulesReader(objects.keySet(), root).read(),
                root.value().toString());
    }

    private static String name(TaskNode node) {
        String name = node.text();
        if (!name.matches("[A-Za-z][A-Za-z0-9_]*")) {
            throw node.fault("expected letters, digits and '_', given '" + name + "'.");
        }
        return name;
    }

    private static Map<String, String> instructions(TaskNode node) {
        Map<String, String> instructions = new LinkedHashMap<>();
        node.entries().forEach((type, text) -> instructions.put(type, text.text()));
        node.requireKey("default");
        return instructions;
    }

    private static List<String> attributes(TaskNode node) {
        if (!node.value().isArray()) {
            throw node.fault("expected a list of labels, given " + node.value() + ".");
        }
        List<String> attributes = new ArrayList<>();
        node.value().forEach(label -> {
            if (!label.isTextual()) {
                throw node.fault("expected labels, given " + label + ".");
            }
            attributes.add(label.asText());
        });
        if (attributes.stream().filter(DIFFICULTIES::contains).count() != 1) {
            throw node.fault("expected exactly one of simple, moderate, complex, given " + attributes + ".");
        }
        return attributes;
    }

    private static String objectName(TaskNode node, Map<String, Placement> objects, boolean isContainer) {
        String name = node.requireIn(objects.keySet(), node.text());
        if (objects.get(name).model().graspable() == isContainer) {
            throw node.fault(
                    Sentence.of("'%s' cannot be %s.", name, isContainer ? "a container" : "picked up by the gripper"));
        }
        return name;
    }

    private static double episodeLength(TaskNode node) {
        double seconds = node.number();
        if (seconds <= 0 || seconds > 3600) {
            throw node.fault("expected more than 0 and at most 3600, given " + seconds + ".");
        }
        return seconds;
    }
}
