package io.github.roboreel.dataset.minari.storage;

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
public record MinariArray(String path, DType dtype, List<Long> rowShape, boolean picture) {
    public static final String OBSERVATIONS = "observations";
    public static final String ACTIONS = "actions";
    public static final String REWARDS = "rewards";
    public static final String TERMINATIONS = "terminations";
    public static final String TRUNCATIONS = "truncations";
    public static final String INFOS = "infos";

    public MinariArray {
        rowShape = List.copyOf(rowShape);
    }

    public static MinariArray scalar(String path, DType dtype) {
        return new MinariArray(path, dtype, List.of(), false);
    }

    public int rowElements() {
        return Math.toIntExact(rowShape.stream().reduce(1L, Math::multiplyExact));
    }

    public int rowBytes() {
        return Math.multiplyExact(rowElements(), dtype.bytes());
    }

    public int height() {
        return Math.toIntExact(rowShape.get(0));
    }

    public int width() {
        return Math.toIntExact(rowShape.get(1));
    }

    public boolean isBelow(String group) {
        return path.equals(group) || path.startsWith(group + "/");
    }
}
