package io.github.roboreel.recordings.transform.statistics;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Steps;
import java.util.Set;

/** Says which values of a step mean something, and so count in statistics. Any thread may use it. */
@FunctionalInterface
public interface ValidFields {
    /** All. */
    ValidFields ALL = (step, path) -> true;

    /**
     * Of steps that hold observation, action and reward (SAR): actions, rewards and discounts of a last step do not
     * count, as {@code sar_fields_mask}. Without {@code is_last} all do.
     */
    ValidFields SAR = (step, path) -> !isLast(step) || !isOfAction(path);

    /** Whether the value at a path of this step counts. */
    boolean isValid(Step step, String path);

    private static boolean isLast(Step step) {
        NdArray last = step.values().get(Steps.IS_LAST);
        return last != null && last.getBoolean(0);
    }

    private static boolean isOfAction(String path) {
        return Set.of(DemoPaths.ACTIONS, "action", DemoPaths.REWARDS, Steps.REWARD, Steps.DISCOUNT)
                        .contains(path)
                || DemoPaths.isIn(DemoPaths.ACTIONS, path)
                || DemoPaths.isIn("action", path);
    }
}
