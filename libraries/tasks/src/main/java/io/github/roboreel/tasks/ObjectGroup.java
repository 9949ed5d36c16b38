package io.github.roboreel.tasks;

import io.github.roboreel.format.fault.Sentence;
import java.util.List;

/**
 * Stages of what is to be done with one object. Immutable.
 *
 * @param object name of the object, a target while the subtask is active
 * @param stages in order, at least one; the last one has a weight above 0, so that a group that is not complete has
 *     less than full progress
 */
public record ObjectGroup(String object, List<Stage> stages) {
    /**
     * Checks the stages.
     *
     * @throws IllegalArgumentException when there is none, or the last has no weight, or the weights have no finite sum
     */
    public ObjectGroup {
        stages = List.copyOf(stages);
        if (stages.isEmpty()) {
            throw new IllegalArgumentException("Object group '" + object + "' needs at least one condition.");
        }
        if (stages.get(stages.size() - 1).weight() <= 0) {
            throw new IllegalArgumentException("The last condition of object group '"
                    + object
                    + "' needs a weight above 0, otherwise its progress is full before it.");
        }
        if (Double.isInfinite(stages.stream().mapToDouble(Stage::weight).sum())) {
            throw new IllegalArgumentException(Sentence.of(
                    "The weights of the conditions of object group '%s' add up to more than a number can hold; "
                            + "give smaller ones, only their ratio counts.",
                    object));
        }
    }

    /** Summed weight of the first stages over that of all, 0 to 1; exactly 1 for all. */
    double progress(int stagesDone) {
        double done = 0;
        double all = 0;
        for (int i = 0; i < stages.size(); i++) {
            double weight = stages.get(i).weight();
            done += i < stagesDone ? weight : 0;
            all += weight;
        }
        return done / all;
    }
}
