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
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads what an episode is judged by from a task file. */
final class RulesReader {
    /** Keys of a task file that this reads besides {@code subtasks}; each may be left out. */
    static final List<String> OPTIONAL_KEYS = List.of("contact_objects", "upright_objects", ThresholdsReader.KEY);

    private static final List<String> SUBTASK_KEYS = List.of("name", "groups");
    private static final List<String> SUBTASK_OPTIONS = List.of("mode", "choose", "weight");
    private static final List<String> STAGE_KEYS = List.of("condition", "weight", "held_steps");

    private final TaskFile file;
    private final Set<String> objects;
    private final JsonNode root;
    private final EventThresholds thresholds;

    RulesReader(TaskFile file, Set<String> objects, JsonNode root) {
        this.file = file;
        this.objects = objects;
        this.root = root;
        thresholds = new ThresholdsReader(file, root.path(ThresholdsReader.KEY)).read();
    }

    TaskRules read() {
        List<Subtask> subtasks = subtasks(root.get("subtasks"));
        List<String> contacts = names(root.path("contact_objects"), "contact_objects");
        List<String> upright = names(root.path("upright_objects"), "upright_objects");
        return file.checked("subtasks", () -> new TaskRules(subtasks, contacts, upright, thresholds));
    }

    private List<Subtask> subtasks(JsonNode node) {
        file.requireList(node, "subtasks");
        List<Subtask> subtasks = new ArrayList<>();
        for (JsonNode subtask : node) {
            subtasks.add(subtask(subtask, "subtasks[" + subtasks.size() + "]"));
        }
        return subtasks;
    }

    private Subtask subtask(JsonNode node, String path) {
        file.requireMapping(node, path);
        file.requireKeys(node, path + ".", SUBTASK_KEYS, SUBTASK_OPTIONS);
        String name = file.text(node.get("name"), path + ".name");
        CompletionMode mode = mode(node.path("mode"), path + ".mode");
        int choose = integer(node.path("choose"), path + ".choose", 0);
        double weight = file.numberOr(node.path("weight"), path + ".weight", 1);
        List<ObjectGroup> groups = groups(node.get("groups"), path + ".groups");
        return file.checked(path, () -> new Subtask(name, mode, choose, weight, groups));
    }

    private CompletionMode mode(JsonNode node, String path) {
        for (CompletionMode mode : CompletionMode.values()) {
            if (node.isMissingNode() || mode.label().equals(node.asText())) {
                return mode;
            }
        }
        throw file.fault(path + ": expected all, any or choose, given " + node + ".");
    }

    private List<ObjectGroup> groups(JsonNode node, String path) {
        file.requireMapping(node, path);
        List<ObjectGroup> groups = new ArrayList<>();
        for (Iterator<String> names = node.fieldNames(); names.hasNext(); ) {
            String object = names.next();
            String groupPath = path + "." + object;
            requireObject(object, path);
            file.requireList(node.get(object), groupPath);
            List<Stage> stages = new ArrayList<>();
            for (JsonNode stage : node.get(object)) {
                stages.add(stage(stage, object, groupPath + "[" + stages.size() + "]"));
            }
            groups.add(file.checked(groupPath, () -> new ObjectGroup(object, stages)));
        }
        return groups;
    }

    private Stage stage(JsonNode node, String object, String path) {
        file.requireMapping(node, path);
        if (!node.has("condition")) {
            throw file.fault("key '" + path + ".condition' is missing.");
        }
        String function = file.text(node.get("condition"), path + ".condition");
        Condition condition =
                file.checked(path, () -> Conditions.create(function, arguments(node, object), thresholds));
        condition.objects().forEach(name -> requireObject(name, path));
        double weight = file.numberOr(node.path("weight"), path + ".weight", 1);
        int heldSteps = integer(node.path("held_steps"), path + ".held_steps", 1);
        return file.checked(path, () -> new Stage(condition, weight, heldSteps));
    }

    /** All other keys; a condition that names no object is about the group's. */
    private static Map<String, Object> arguments(JsonNode node, String object) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        if (!node.has("object") && !node.has("objects")) {
            arguments.put("object", object);
        }
        node.properties().forEach(entry -> {
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

    private List<String> names(JsonNode node, String path) {
        List<String> names = new ArrayList<>();
        if (node.isMissingNode()) {
            return names;
        }
        file.requireList(node, path);
        for (JsonNode name : node) {
            String object = file.text(name, path);
            if (!object.equals(TaskRules.TABLE)) {
                requireObject(object, path);
            }
            names.add(object);
        }
        return names;
    }

    private int integer(JsonNode node, String path, int otherwise) {
        if (node.isMissingNode()) {
            return otherwise;
        }
        if (!node.canConvertToInt() || !node.isIntegralNumber()) {
            throw file.fault(path + ": expected a whole number, given " + node + ".");
        }
        return node.asInt();
    }

    private void requireObject(String name, String path) {
        if (!objects.contains(name)) {
            throw file.fault(path + ": '" + name + "' is not among the task's objects " + objects + ".");
        }
    }
}
