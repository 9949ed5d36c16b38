package io.github.roboreel.dataset.minari;

import io.github.roboreel.format.DType;
import java.util.List;

/**
 * An array of an episode in a dataset.
 *
 * @param path below the episode, for example {@code observations/arm_joint_pos}
 * @param dtype element type
 * @param rowShape shape of one row; empty for a scalar
 * @param picture whether rows are stored as PNG; their bytes here are always the pixels
 */
record MinariArray(String path, DType dtype, List<Long> rowShape, boolean picture) {
    static final String OBSERVATIONS = "observations";
    static final String ACTIONS = "actions";
    static final String REWARDS = "rewards";
    static final String TERMINATIONS = "terminations";
    static final String TRUNCATIONS = "truncations";
    static final String INFOS = "infos";

    /** Group of arrays that have not one row a step; Minari does not read it. */
    static final String OTHERS = "robolab";

    MinariArray {
        rowShape = List.copyOf(rowShape);
    }

    static MinariArray scalar(String path, DType dtype) {
        return new MinariArray(path, dtype, List.of(), false);
    }

    int rowElements() {
        return Math.toIntExact(rowShape.stream().reduce(1L, Math::multiplyExact));
    }

    int rowBytes() {
        return Math.multiplyExact(rowElements(), dtype.bytes());
    }

    int height() {
        return Math.toIntExact(rowShape.get(0));
    }

    int width() {
        return Math.toIntExact(rowShape.get(1));
    }

    boolean isBelow(String group) {
        return path.equals(group) || path.startsWith(group + "/");
    }
}
