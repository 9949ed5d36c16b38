package io.github.roboreel.tasks;

import io.github.roboreel.format.fault.Sentence;
import java.util.Objects;

/**
 * One step of an object's way through a subtask. Immutable.
 *
 * @param condition what must hold
 * @param weight its part of the group's progress, relative to the other stages; not negative
 * @param heldSteps steps in a row on which the condition must hold before it counts, at least 1
 */
public record Stage(Condition condition, double weight, int heldSteps) {
    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the condition and the value that is out of range
     */
    public Stage {
        Objects.requireNonNull(condition, "condition");
        if (!(weight >= 0) || Double.isInfinite(weight)) {
            throw new IllegalArgumentException(Sentence.of(
                    "The weight of %s must be a finite number that is not negative, given %s.",
                    condition.callText(), weight));
        }
        if (heldSteps < 1) {
            throw new IllegalArgumentException(
                    "The steps " + condition.callText() + " must hold are at least 1, given " + heldSteps + ".");
        }
    }

    /** A condition that counts as much as the others, as soon as it holds. */
    public static Stage of(Condition condition) {
        return new Stage(condition, 1, 1);
    }
}
