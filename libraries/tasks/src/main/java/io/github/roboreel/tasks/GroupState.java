package io.github.roboreel.tasks;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.Sentence;
import java.util.Arrays;
import java.util.List;

/** One env's progress with one object group. */
final class GroupState {
    private final ObjectGroup group;
    private final List<Stage> stages;
    private final int[] heldSteps;
    private int stagesDone;

    GroupState(ObjectGroup group) {
        this.group = group;
        stages = group.stages();
        heldSteps = new int[stages.size()];
    }

    void reset() {
        Arrays.fill(heldSteps, 0);
        stagesDone = 0;
    }

    /**
     * Looks at the scene and moves. Forward past the last stage from the present one on that is satisfied, even when
     * one between is not: who lies in the bowl was grabbed at some time. Else back to the first of the stages just
     * before the present one that are all lost. A complete group stays complete.
     *
     * @return stages moved, negative when back
     */
    int update(Scene scene) {
        if (complete()) {
            return 0;
        }
        for (int i = 0; i < heldSteps.length; i++) {
            heldSteps[i] = stages.get(i).condition().holds(scene) ? heldSteps[i] + 1 : 0;
        }
        int before = stagesDone;
        stagesDone = next();
        return stagesDone - before;
    }

    private int next() {
        for (int i = heldSteps.length - 1; i >= stagesDone; i--) {
            if (satisfied(i)) {
                return i + 1;
            }
        }
        int lost = stagesDone;
        while (lost > 0 && !satisfied(lost - 1)) {
            lost--;
        }
        return lost;
    }

    private boolean satisfied(int stage) {
        return heldSteps[stage] >= stages.get(stage).heldSteps();
    }

    boolean complete() {
        return stagesDone == stages.size();
    }

    double progress() {
        return group.progress(stagesDone);
    }

    /** What the object waits for; it must not be complete. */
    Condition awaited() {
        return condition(stagesDone);
    }

    /**
     * Code of a move just made: of the stage that was waited for, the first of a jump over several, or of the first one
     * lost.
     */
    StatusCode code(int moved) {
        return moved > 0
                ? condition(stagesDone - moved).successCode()
                : condition(stagesDone).failureCode();
    }

    /** Text of a move just made; after a jump over several stages it names the one that holds. */
    String text(int moved) {
        if (moved < 0) {
            return Sentence.of(
                    "failed: %s. regressing to step %d for %s.",
                    condition(stagesDone).callText(), stagesDone, group.object());
        }
        String text = Sentence.of(
                "success: %s. advanced %d step(s) to step %d for %s.",
                condition(stagesDone - 1).callText(), moved, stagesDone, group.object());
        return complete() ? text + " All conditions satisfied for " + group.object() + "." : text;
    }

    private Condition condition(int stage) {
        return stages.get(stage).condition();
    }
}
