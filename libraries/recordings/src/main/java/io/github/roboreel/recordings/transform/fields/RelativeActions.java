package io.github.roboreel.recordings.transform.fields;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recordings.NdArray;
import io.github.roboreel.recordings.Step;
import io.github.roboreel.recordings.transform.Steps;
import io.github.roboreel.recordings.transform.StepsTransform;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes actions relative to the current state: action minus state, element by element, where the mask is true; the
 * other elements, grippers most often, stay as they are. The dtype stays, so it should be a float; the difference is
 * calculated in float64. Also for chunks of actions, [H, n]: the state of the step is taken off each.
 *
 * @param actions path of the actions, [n] or [H, n]
 * @param state path of the state, [m], m at least the number of elements that are made relative
 * @param mask for each of the n elements; element i of the actions belongs to element i of the state
 */
public record RelativeActions(String actions, String state, List<Boolean> mask) implements StepsTransform {
    /** Copies the list. */
    public RelativeActions {
        mask = List.copyOf(mask);
    }

    /** All elements but the last ones, for example but one for a gripper. */
    public static RelativeActions allBut(int last, String actions, String state, int elements) {
        List<Boolean> mask = new ArrayList<>();
        for (int i = 0; i < elements; i++) {
            mask.add(i < elements - last);
        }
        return new RelativeActions(actions, state, mask);
    }

    @Override
    public Steps apply(Steps steps) {
        return steps.map(step -> step.with(actions, relative(step)));
    }

    private NdArray relative(Step step) {
        NdArray action = step.get(actions);
        NdArray current = step.get(state);
        int[] shape = action.shape();
        if (shape.length == 0
                || shape[shape.length - 1] != mask.size()
                || mask.lastIndexOf(true) >= current.elements()) {
            throw new IllegalArgumentException(Sentence.of(
                    "step %s: '%s' is %s and '%s' is %s, but the mask of relative elements has %s; give it one for each"
                            + " element of the action, true only where the state has one too",
                    step.index(), actions, action, state, current, mask.size()));
        }
        double[] values = action.doubles();
        for (int i = 0; i < values.length; i++) {
            if (mask.get(i % mask.size())) {
                values[i] -= current.getDouble(i % mask.size());
            }
        }
        return NdArray.of(action.dtype(), values).reshaped(shape);
    }
}
