package io.github.roboreel.recorder.schema;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.DemoPaths;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A path below the demo that readers know, and as what they read it. A schema that breaks what RoboReel's readers need
 * is refused; what only RoboLab's tools need holds for recordings of RoboLab and of the built-in tabletop.
 *
 * @param dtype element type
 * @param rowShape shape of a row; {@value #ANY} for a size that the robot determines
 * @param isRequired whether RoboReel's readers need it, too
 */
public record KnownField(DType dtype, List<Long> rowShape, boolean isRequired) {
    /** A size that the robot determines. */
    public static final long ANY = -1;

    /** Group of fields with rows and timestamps of their own, in a later version of the format. */
    private static final String TRACKS = "tracks";

    /** Of the end-effector, of each where there are several, and of the robot's root, as of RoboLab 0.3. */
    private static final Pattern POSE_OF_ROBOT = Pattern.compile("((left_|right_)?ee_pose|robot_root_pose)/.+");

    /** Copies the list. */
    public KnownField {
        rowShape = List.copyOf(rowShape);
    }

    /**
     * What is known by that path.
     *
     * @param path below the demo
     * @return empty for one that means nothing to readers
     */
    public static Optional<KnownField> of(String path) {
        String leaf = path.substring(path.lastIndexOf('/') + 1);
        if (path.equals(DemoPaths.ACTIONS)) {
            return known(DType.FLOAT32, ANY);
        }
        if (POSE_OF_ROBOT.matcher(path).matches()) {
            return known(DType.FLOAT32, leaf.equals("orientation") ? 4 : 3);
        }
        if (DemoPaths.isIn(DemoPaths.STATES, path) || DemoPaths.isIn(DemoPaths.INITIAL_STATE, path)) {
            return state(path, leaf);
        }
        if (path.startsWith("bbox/")) {
            return DemoPaths.isIn(DemoPaths.BBOX_MM, path) ? known(DType.INT16, 8, 3) : known(DType.FLOAT16, 3);
        }
        return scalar(path);
    }

    private static Optional<KnownField> state(String path, String leaf) {
        boolean isCamera = path.contains("/cameras/");
        return switch (leaf) {
            case "root_pose" -> known(DType.FLOAT32, 7);
            case "root_velocity" -> known(DType.FLOAT32, 6);
            case "joint_position", "joint_velocity" -> known(DType.FLOAT32, ANY);
            case "position" -> isCamera ? known(DType.FLOAT32, 3) : Optional.empty();
            case "orientation" -> isCamera ? known(DType.FLOAT32, 4) : Optional.empty();
            default -> Optional.empty();
        };
    }

    private static Optional<KnownField> scalar(String path) {
        return switch (path) {
            case DemoPaths.SUBTASK_STATUS -> known(DType.UINT16);
            case DemoPaths.SUBTASK_COMPLETED -> known(DType.UINT8);
            case DemoPaths.SUBTASK_SCORE -> known(DType.FLOAT32);
            case DemoPaths.SIM_TIME -> required(DType.FLOAT64);
            case DemoPaths.WALL_TIME -> required(DType.INT64);
            default -> Optional.empty();
        };
    }

    private static Optional<KnownField> known(DType dtype, long... rowShape) {
        return Optional.of(new KnownField(dtype, Arrays.stream(rowShape).boxed().toList(), false));
    }

    private static Optional<KnownField> required(DType dtype) {
        return Optional.of(new KnownField(dtype, List.of(), true));
    }

    /** Whether the path is kept for a later version of the format. */
    static boolean isReserved(String path) {
        return path.equals(TRACKS) || DemoPaths.isIn(TRACKS, path);
    }

    /** Whether rows of that shape are read as meant. */
    public boolean hasShape(List<? extends Number> given) {
        if (given.size() != rowShape.size()) {
            return false;
        }
        for (int axis = 0; axis < given.size(); axis++) {
            boolean isFree = rowShape.get(axis) == ANY;
            if (!isFree && rowShape.get(axis) != given.get(axis).longValue()) {
                return false;
            }
        }
        return true;
    }

    /** Shape of a row as messages show it: {@code n} for a size that the robot determines. */
    public String shapeText() {
        return rowShape.toString().replace(String.valueOf(ANY), "n");
    }
}
