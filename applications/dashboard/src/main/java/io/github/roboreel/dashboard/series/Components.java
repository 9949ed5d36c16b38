package io.github.roboreel.dashboard.series;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.PoseOrder;
import io.github.roboreel.recorder.spi.DatasetInfo;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Labels of the values in a row, and units of what the format knows where a recorder has left no attribute, as RoboLab
 * does.
 */
final class Components {
    private static final List<String> XYZ = List.of("x", "y", "z");
    private static final List<String> WXYZ = List.of("w", "x", "y", "z");
    private static final List<String> POSE = List.of("x", "y", "z", "qw", "qx", "qy", "qz");
    private static final List<String> VELOCITY = List.of("vx", "vy", "vz", "wx", "wy", "wz");
    private static final int CORNERS = 8;

    /** By the last part of the path: what RoboLab's recorder means by it. */
    private static final Map<String, String> UNITS = Map.ofEntries(
            Map.entry("root_pose", "m, quaternion wxyz"),
            Map.entry("root_velocity", "m/s, rad/s"),
            Map.entry("joint_position", "rad"),
            Map.entry("joint_velocity", "rad/s"),
            Map.entry("nodal_position", "m"),
            Map.entry("nodal_velocity", "m/s"),
            Map.entry("position", "m"),
            Map.entry("orientation", "quaternion wxyz"),
            Map.entry("linear_velocity", "m/s"),
            Map.entry("angular_velocity", "rad/s"),
            Map.entry("arm_joint_pos", "rad"),
            Map.entry("ee_pos", "m"),
            Map.entry("eef_pos", "m"),
            Map.entry("ee_quat", "quaternion wxyz"),
            Map.entry("eef_quat", "quaternion wxyz"),
            Map.entry("sim_time_s", "s"),
            Map.entry("wall_time_ns", "ns"));

    private Components() {}

    /** Unit of a dataset; empty when it is unknown. */
    static String unit(String path, DatasetInfo info) {
        if (!info.unit().isEmpty()) {
            return info.unit();
        }
        if (DemoPaths.isIn(DemoPaths.BBOX_MM, path)) {
            return "mm";
        }
        if (DemoPaths.isIn(DemoPaths.BBOX_CENTROID, path)) {
            return "m";
        }
        return UNITS.getOrDefault(path.substring(path.lastIndexOf('/') + 1), "");
    }

    /** A label for each value of a row; empty where there are none. */
    static List<String> labels(String path, DatasetInfo info) {
        if (!info.signal().names().isEmpty()) {
            return info.signal().names();
        }
        List<Long> shape = info.rowShape();
        if (shape.equals(List.of((long) CORNERS, (long) XYZ.size()))) {
            return corners();
        }
        if (shape.size() != 1) {
            return List.of();
        }
        int size = Math.toIntExact(Math.min(shape.get(0), Integer.MAX_VALUE));
        String order = info.signal().quaternion();
        String rotation = size == PoseOrder.POSE_VALUES ? "m, quaternion " : "quaternion ";
        String unit = order.isEmpty() ? unit(path, info) : rotation + order;
        return switch (unit) {
            case "quaternion wxyz" -> ofSize(WXYZ, size);
            case "quaternion xyzw" -> ofSize(List.of("x", "y", "z", "w"), size);
            case "m, quaternion wxyz" -> ofSize(POSE, size);
            case "m, quaternion xyzw" -> ofSize(List.of("x", "y", "z", "qx", "qy", "qz", "qw"), size);
            case "m/s, rad/s" -> ofSize(VELOCITY, size);
            case "m", "m/s", "mm" -> ofSize(XYZ, size);
            case "rad/s" -> path.endsWith("angular_velocity") ? ofSize(XYZ, size) : List.of();
            default -> List.of();
        };
    }

    private static List<String> ofSize(List<String> labels, int size) {
        return labels.size() == size ? labels : List.of();
    }

    private static List<String> corners() {
        List<String> labels = new ArrayList<>();
        for (int corner = 0; corner < CORNERS; corner++) {
            for (String axis : XYZ) {
                labels.add(corner + "." + axis);
            }
        }
        return List.copyOf(labels);
    }
}
