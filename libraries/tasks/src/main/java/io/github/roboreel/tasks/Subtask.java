package io.github.roboreel.tasks;

import java.util.List;
import java.util.Objects;

/**
 * A part of a task: object groups worked on side by side. Immutable.
 *
 * @param name its name in logs
 * @param mode how many groups must be complete
 * @param choose the K of mode {@link CompletionMode#CHOOSE}; 0 for the other modes
 * @param weight its part of the score, relative to the other subtasks; above 0
 * @param groups at least one, each about another object
 */
public record Subtask(String name, CompletionMode mode, int choose, double weight, List<ObjectGroup> groups) {

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the subtask and what is wrong with it
     */
    public Subtask {
        Objects.requireNonNull(mode, "mode");
        groups = List.copyOf(groups);
        require(!groups.isEmpty(), name, "needs at least one object group");
        long objects = groups.stream().map(ObjectGroup::object).distinct().count();
        require(objects == groups.size(), name, "names an object twice; give it one group");
        require(weight > 0 && !Double.isInfinite(weight), name, "needs a finite weight above 0, given " + weight);
        require(
                mode == CompletionMode.CHOOSE ? choose >= 1 && choose <= groups.size() : choose == 0,
                name,
                mode == CompletionMode.CHOOSE
                        ? "chooses between 1 and " + groups.size() + " groups, given " + choose
                        : "of mode " + mode.label() + " chooses no number, given " + choose);
    }

    private static void require(boolean ok, String name, String fault) {
        if (!ok) {
            throw new IllegalArgumentException("Subtask '" + name + "' " + fault + ".");
        }
    }

    /** A subtask of which every group must be complete. */
    public static Subtask all(String name, ObjectGroup... groups) {
        return new Subtask(name, CompletionMode.ALL, 0, 1, List.of(groups));
    }

    /** Names of the target objects. */
    public List<String> targets() {
        return groups.stream().map(ObjectGroup::object).toList();
    }

    /** Groups that must be complete. */
    int groupsNeeded() {
        return switch (mode) {
            case ALL -> groups.size();
            case ANY -> 1;
            case CHOOSE -> choose;
        };
    }
}
