package io.github.roboreel.simulator;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.tasks.CompletionMode;
import io.github.roboreel.tasks.ObjectGroup;
import io.github.roboreel.tasks.Stage;
import io.github.roboreel.tasks.Subtask;
import java.util.List;

/** A task's subtasks as {@code env_cfg.json} shows them; conditions by their call texts. */
final class SubtasksJson {
    private SubtasksJson() {}

    static ArrayNode of(List<Subtask> subtasks) {
        ArrayNode list = JsonNodeFactory.instance.arrayNode();
        for (Subtask subtask : subtasks) {
            ObjectNode node = list.addObject();
            node.put("name", subtask.name());
            node.put("mode", subtask.mode().label());
            if (subtask.mode() == CompletionMode.CHOOSE) {
                node.put("choose", subtask.choose());
            }
            node.put("weight", subtask.weight());
            ObjectNode groups = node.putObject("groups");
            for (ObjectGroup group : subtask.groups()) {
                ArrayNode stages = groups.putArray(group.object());
                group.stages().forEach(stage -> add(stages.addObject(), stage));
            }
        }
        return list;
    }

    private static void add(ObjectNode node, Stage stage) {
        node.put("condition", stage.condition().callText());
        node.put("weight", stage.weight());
        node.put("held_steps", stage.heldSteps());
    }
}
