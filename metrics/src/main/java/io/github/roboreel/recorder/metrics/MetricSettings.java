package io.github.roboreel.recorder.metrics;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.format.fault.Sentence;
import java.io.Serializable;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Meaning of a robot's datasets. Immutable.
 *
 * @param articulation name of the robot below {@code states/articulation}
 * @param armJoints number of arm joints: the first columns of the joint state; a narrower joint state is used whole
 * @param jointTargetColumns columns of {@code actions} that hold the absolute position targets of the arm's joints in
 *     rad, in joint order; empty when actions are no joint targets (inverse kinematics, delta control), which leaves
 *     {@code joint_rmse_mean} undefined
 */
public record MetricSettings(String articulation, int armJoints, List<Integer> jointTargetColumns)
        implements Serializable {
    /**
     * Checks and copies.
     *
     * @throws IllegalArgumentException if the name is blank, there is no joint, a column is negative, or there are
     *     columns for another number of joints
     */
    public MetricSettings {
        jointTargetColumns = List.copyOf(jointTargetColumns);
        if (articulation.isBlank()) {
            throw new IllegalArgumentException(
                    "articulation must name a robot, given a blank text; use for example robot");
        }
        if (armJoints < 1) {
            throw new IllegalArgumentException(Sentence.of("armJoints must be at least 1, given %d", armJoints));
        }
        if (!jointTargetColumns.isEmpty() && jointTargetColumns.size() != armJoints) {
            throw new IllegalArgumentException(Sentence.of(
                    "jointTargetColumns must name one column for each of the %d arm joints or none, given %s",
                    armJoints, jointTargetColumns));
        }
        if (jointTargetColumns.stream().anyMatch(column -> column < 0)) {
            throw new IllegalArgumentException("jointTargetColumns must not be negative, given " + jointTargetColumns);
        }
    }

    /** RoboLab's robot: {@code robot}, seven joints, targets in the first seven action columns. */
    public static MetricSettings roboLab() {
        return jointPositionControl("robot", 7);
    }

    /**
     * From texts, as configuration files and command lines have them.
     *
     * @param jointTargetColumns {@code auto} for the first column per arm joint, {@code none}, or columns counted from
     *     0, for example {@code 0-6} or {@code 0,1,2}
     * @throws IllegalArgumentException if the columns are not understood, or the parts contradict each other
     */
    public static MetricSettings parse(String articulation, int armJoints, String jointTargetColumns) {
        return new MetricSettings(articulation, armJoints, JointTargetColumns.parse(jointTargetColumns, armJoints));
    }

    /** Path of the robot's joint positions below a demo. */
    public String jointPositionPath() {
        return DemoPaths.in(DemoPaths.ARTICULATIONS, articulation) + "/joint_position";
    }

    /** A robot whose first action columns are the targets of its arm joints. */
    public static MetricSettings jointPositionControl(String articulation, int armJoints) {
        return new MetricSettings(
                articulation, armJoints, IntStream.range(0, armJoints).boxed().toList());
    }
}
