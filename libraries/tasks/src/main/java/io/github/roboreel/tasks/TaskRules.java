package io.github.roboreel.tasks;

import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;

/**
 * Rules that an episode is judged by. Immutable; shared by envs.
 *
 * @param subtasks in order, at least one
 * @param contactObjects objects whose contacts with the gripper are watched, in the order in which the first one is
 *     reported; empty watches all of the scene; {@link #TABLE} is ignored, whether the scene has it or not, and a name
 *     given twice counts once
 * @param uprightObjects objects that must not tip over, by the same rules
 * @param thresholds of the events; a condition that should follow them is made with them, see
 *     {@link Conditions#create(String, java.util.Map, EventThresholds)}
 */
public record TaskRules(
        List<Subtask> subtasks, List<String> contactObjects, List<String> uprightObjects, EventThresholds thresholds) {

    /** Name of the table, which is no object: contact with it has an event of its own. */
    public static final String TABLE = "table";

    /** The count of completed subtasks is a uint8 on disk. */
    private static final int MAX_SUBTASKS = 255;

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException when there is no subtask, or more than 255, or their weights have no finite sum
     */
    public TaskRules {
        subtasks = List.copyOf(subtasks);
        contactObjects = contactObjects.stream().distinct().toList();
        uprightObjects = uprightObjects.stream().distinct().toList();
        Objects.requireNonNull(thresholds, "thresholds");
        if (subtasks.isEmpty() || subtasks.size() > MAX_SUBTASKS) {
            throw new IllegalArgumentException(
                    "A task needs 1 to " + MAX_SUBTASKS + " subtasks, given " + subtasks.size() + ".");
        }
        if (Double.isInfinite(subtasks.stream().mapToDouble(Subtask::weight).sum())) {
            throw new IllegalArgumentException("The weights of the subtasks add up to more than a number can hold; give"
                    + " smaller ones, only their ratio counts.");
        }
    }

    /** Only subtasks: all objects watched, none upright, default thresholds. */
    public static TaskRules of(Subtask... subtasks) {
        return new TaskRules(List.of(subtasks), List.of(), List.of(), EventThresholds.DEFAULT);
    }

    /** Refuses a scene that lacks an object the rules speak of. */
    void requireObjects(Scene scene) {
        Stream.concat(contactObjects.stream(), uprightObjects.stream())
                .filter(object -> !object.equals(TABLE))
                .forEach(object -> Conditions.index(scene, object));
        for (Subtask subtask : subtasks) {
            for (ObjectGroup group : subtask.groups()) {
                Conditions.index(scene, group.object());
                for (Stage stage : group.stages()) {
                    stage.condition().objects().forEach(object -> Conditions.index(scene, object));
                }
            }
        }
    }
}
