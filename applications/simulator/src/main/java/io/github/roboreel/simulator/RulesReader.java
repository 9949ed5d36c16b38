package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.tasks.CompletionMode;
import io.github.roboreel.tasks.Condition;
import io.github.roboreel.tasks.Conditions;
import io.github.roboreel.tasks.EventThresholds;
import io.github.roboreel.tasks.ObjectGroup;
import io.github.roboreel.tasks.Stage;
import io.github.roboreel.tasks.Subtask;
import io.github.roboreel.tasks.TaskRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what an episode is judged by from a task file. */
final class RulesReader {
    private static final String THRESHOLDS = "event_thresholds";

    /** Keys of a task file that this reads besides {@code subtasks}; each may be left out. */
    static final List<String> OPTIONAL_KEYS = List.of("contact_objects", "upright_objects", THRESHOLDS);

    private static final List<String> SUBTASK_KEYS = List.of("name", "groups");
    private static final List<String> SUBTASK_OPTIONS = List.of("mode", "choose", "weight");
    private static final List<String> STAGE_KEYS = List.of("condition", "weight", "held_steps");
    private static final List<String> THRESHOLD_KEYS = List.of(
            "contact_force_n",
            "slightly_closed_rad",
            "fully_closed_rad",
            "moving_speed_m_s",
            "bump_m",
            "move_m",
            "scene_centre_m",
            "scene_size_m",
            "tipped_over_rad");

    private final Set<String> objects;
    private final TaskNode root;
    private final EventThresholds thresholds;

    RulesReader(Set<String> objects, TaskNode root) {
        this.objects = objects;
        this.root = root;
        thresholds = thresholds(root.at(THRESHOLDS));
    }

    /** From where on something is an event; what the file leaves out is RoboLab's. */
    private static EventThresholds thresholds(TaskNode node) {
        EventThresholds standard = EventThresholds.DEFAULT;
        if (node.isMissing()) {
            return standard;
        }
        node.requireKeys(List.of(), THRESHOLD_KEYS);
        return node.checked(() -> new EventThresholds(
                node.at("contact_force_n").numberOr(standard.contactForceNewton()),
                node.at("slightly_closed_rad").numberOr(standard.slightlyClosedRad()),
                node.at("fully_closed_rad").numberOr(standard.fullyClosedRad()),
                node.at("moving_speed_m_s").numberOr(standard.movingSpeedMetresPerSecond()),
                node.at("bump_m").numberOr(standard.bumpMetres()),
                node.at("move_m").numberOr(standard.moveMetres()),
                vector(node.at("scene_centre_m"), standard.sceneCentreMetres()),
                vector(node.at("scene_size_m"), standard.sceneSizeMetres()),
                node.at("tipped_over_rad").numberOr(standard.tippedOverRad())));
    }

    private static List<Double> vector(TaskNode node, List<Double> otherwise) {
        return node.isMissing() ? otherwise : node.numbers();
    }

    TaskRules read() {
        TaskNode node = root.at("subtasks");
        List<Subtask> subtasks = node.items().stream().map(this::subtask).toList();
        List<String> contacts = names(root.at("contact_objects"));
        List<String> upright = names(root.at("upright_objects"));
        return node.checked(() -> new TaskRules(subtasks, contacts, upright, thresholds));
    }

    private Subtask subtask(TaskNode node) {
        node.requireKeys(SUBTASK_KEYS, SUBTASK_OPTIONS);
        String name = node.at("name").text();
        CompletionMode mode = mode(node.at("mode"));
        int choose = node.at("choose").integerOr(0);
        double weight = node.at("weight").numberOr(1);
        List<ObjectGroup> groups = groups(node.at("groups"));
        return node.checked(() -> new Subtask(name, mode, choose, weight, groups));
    }

    private static CompletionMode mode(TaskNode node) {
        for (CompletionMode mode : CompletionMode.values()) {
            if (node.isMissing() || mode.label().equals(node.value().asText())) {
                return mode;
            }
        }
        throw node.fault("expected all, any or choose, given " + node.value() + ".");
    }

    private List<ObjectGroup> groups(TaskNode node) {
        List<ObjectGroup> groups = new ArrayList<>();
        node.entries().forEach((object, group) -> {
            node.requireIn(objects, object);
            List<Stage> stages =
                    group.items().stream().map(stage -> stage(stage, object)).toList();
            groups.add(group.checked(() -> new ObjectGroup(object, stages)));
        });
        return groups;
    }

    private Stage stage(TaskNode node, String object) {
        node.entries();
        node.requireKey("condition");
        String function = node.at("condition").text();
        Condition condition = node.checked(() -> Conditions.create(function, arguments(node, object), thresholds));
        condition.objects().forEach(name -> node.requireIn(objects, name));
        double weight = node.at("weight").numberOr(1);
        int heldSteps = node.at("held_steps").integerOr(1);
        return node.checked(() -> new Stage(condition, weight, heldSteps));
    }

    /** All other keys; a condition that names no object is about the group's. */
    private static Map<String, Object> arguments(TaskNode node, String object) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (!node.value().has("object") && !node.value().has("objects")) {
            arguments.put("object", object);
        }
        node.value().properties().forEach(entry -> {
            if (!STAGE_KEYS.contains(entry.getKey())) {
                arguments.put(entry.getKey(), value(entry.getValue()));
            }
        });
        return arguments;
    }

    private static Object value(JsonNode node) {
        if (node.isArray()) {
            List<Object> list = new ArrayList<>();
            node.forEach(item -> list.add(value(item)));
            return list;
        }
        return node.isNumber() ? node.numberValue() : node.asText();
    }

    private List<String> names(TaskNode node) {
        List<String> names = new ArrayList<>();
        for (TaskNode item : node.isMissing() ? List.<TaskNode>of() : node.items()) {
            String object = new TaskNode(node.file(), node.path(), item.value()).text();
            names.add(object.equals(TaskRules.TABLE) ? object : node.requireIn(objects, object));
        }
        return names;
    }
}
