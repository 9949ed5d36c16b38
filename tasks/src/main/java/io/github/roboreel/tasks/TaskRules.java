package io.github.roboreel.tasks;

import java.util.List;
import java.util.Objects;

/**
 * What an episode is judged by. Immutable; shared by envs.
 *
 * @param subtasks in order, at least one
 * @param contactObjects objects whose contacts with the gripper are watched, in the order in which
 *     the first one is reported; empty watches all of the scene
 * @param uprightObjects objects that must not tip over
 * @param thresholds of the events
 */
public record TaskRules(
        List<Subtask> subtasks,
        List<String> contactObjects,
        List<String> uprightObjects,
        EventThresholds thresholds) {

    /** The count of completed subtasks is a uint8 on disk. */
    private static final int MAX_SUBTASKS = 255;

    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException when there is no subtask, or more than 255
     */
    public TaskRules {
        subtasks = List.copyOf(subtasks);
        contactObjects = List.copyOf(contactObjects);
        uprightObjects = List.copyOf(uprightObjects);
        Objects.requireNonNull(thresholds, "thresholds");
        if (subtasks.isEmpty() || subtasks.size() > MAX_SUBTASKS) {
            throw new IllegalArgumentException(
                    "A task needs 1 to "
                            + MAX_SUBTASKS
                            + " subtasks, given "
                            + subtasks.size()
                            + ".");
        }
    }

    /** Only subtasks: all objects watched, none upright, default thresholds. */
    public static TaskRules of(Subtask... subtasks) {
        return new TaskRules(List.of(subtasks), List.of(), List.of(), EventThresholds.DEFAULT);
    }

    /** Refuses a scene that lacks an object the rules speak of. */
    void requireObjects(Scene scene) {
        contactObjects.forEach(object -> Conditions.index(scene, object));
        uprightObjects.forEach(object -> Conditions.index(scene, object));
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
