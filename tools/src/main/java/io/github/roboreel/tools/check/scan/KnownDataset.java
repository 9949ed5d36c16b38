package io.github.roboreel.tools.check.scan;

import io.github.roboreel.format.DemoPaths;
import java.util.List;
import java.util.Optional;

/**
 * Type and row shape of the datasets whose meaning RoboLab's format fixes (section 2.6).
 *
 * @param dtype label of the element type
 * @param rowShape shape of a row; -1 for a size that the robot determines
 */
public record KnownDataset(String dtype, List<Long> rowShape) {
    private static final long ANY = -1;

    /** What is fixed for a path below the demo; empty for one that is free. */
    public static Optional<KnownDataset> of(String path) {
        String leaf = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals("actions")) {
            return known("float32", ANY);
        }
        if (path.startsWith("ee_pose/")) {
            return known("float32", leaf.equals("orientation") ? 4 : 3);
        }
        if (path.startsWith("states/") || path.startsWith("initial_state/")) {
            return state(path, leaf);
        }
        if (path.startsWith("bbox/")) {
            return path.startsWith("bbox/bbox_mm/") ? known("int16", 8, 3) : known("float16", 3);
        }
        return scalar(path);
    }

    private static Optional<KnownDataset> state(String path, String leaf) {
        return switch (leaf) {
            case "root_pose" -> known("float32", 7);
            case "root_velocity" -> known("float32", 6);
            case "joint_position", "joint_velocity" -> known("float32", ANY);
            case "position" -> path.contains("/cameras/") ? known("float32", 3) : Optional.empty();
            case "orientation" -> path.contains("/cameras/") ? known("float32", 4) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<KnownDataset> scalar(String path) {
        return switch (path) {
            case DemoPaths.SUBTASK_STATUS -> known("uint16");
            case DemoPaths.SUBTASK_COMPLETED -> known("uint8");
            case DemoPaths.SUBTASK_SCORE -> known("float32");
            case DemoPaths.SIM_TIME -> known("float64");
            case DemoPaths.WALL_TIME -> known("int64");
            default -> Optional.empty();
        };
    }

    private static Optional<KnownDataset> known(String dtype, long... rowShape) {
        return Optional.of(new KnownDataset(
                dtype, java.util.Arrays.stream(rowShape).boxed().toList()));
    }

    public boolean hasShape(List<Long> given) {
        if (given.size() != rowShape.size()) {
            return false;
        }
        for (int axis = 0; axis < given.size(); axis++) {
            boolean free = rowShape.get(axis) == ANY;
            if (!free && !rowShape.get(axis).equals(given.get(axis))) {
                return false;
            }
        }
        return true;
    }
}
