package io.github.roboreel.simulator;

import java.util.List;

/**
 * The linkage of a Robotiq 2F-85: how far the parallel pads stand apart and reach out for a finger joint angle.
 *
 * <p>Link offsets are those of the ROS-Industrial description of the gripper (outer knuckle, outer finger, inner
 * finger, pad). The outer knuckle and finger turn with the finger joint, the four-bar keeps the pad parallel, so a pad
 * centre is at y = y0 + Y cos(theta) - Z sin(theta), z = z0 + Z cos(theta) + Y sin(theta) in the gripper's base_link
 * frame (z out to the fingertips, fingers move along y).
 */
final class Gripper2F85 {
    static final int JOINTS = 6;

    /** Finger joint position when closed, in rad; 0 is open. */
    static final double CLOSED_RAD = Math.PI / 4;

    static final double VELOCITY_MAX = 2.0;
    static final double ACCELERATION_MAX = 20.0;

    /** Half extents of a rubber pad in metres: across (x), towards the other pad (y), along the finger (z). */
    static final double PAD_HALF_X = 0.011;

    static final double PAD_HALF_Y = 0.00375;
    static final double PAD_HALF_Z = 0.01875;

    private static final double KNUCKLE_Y = 0.0306011;
    private static final double KNUCKLE_Z = 0.054904;
    private static final double ROTATING_Y = 0.0315 + 0.0061;
    private static final double ROTATING_Z = -0.0041 + 0.0471;
    private static final double PAD_Y = -0.02202;
    private static final double PAD_Z = 0.03242;

    private static final List<String> JOINT_NAMES = List.of(
            "finger_joint",
            "right_outer_knuckle_joint",
            "right_inner_finger_joint",
            "right_inner_finger_knuckle_joint",
            "left_inner_finger_knuckle_joint",
            "left_inner_finger_joint");

    /** Ratios to finger_joint, in the order of the names. */
    private static final double[] MIMIC = {1, 1, -1, 1, -1, -1};

    private Gripper2F85() {}

    static List<String> jointNames() {
        return JOINT_NAMES;
    }

    static double mimicRatio(int joint) {
        return MIMIC[joint];
    }

    /** Distance of a pad's centre from the middle plane, in metres. */
    static double padY(double finger) {
        return KNUCKLE_Y + PAD_Y + ROTATING_Y * Math.cos(finger) - ROTATING_Z * Math.sin(finger);
    }

    /** Distance of a pad's centre from base_link along z, in metres. */
    static double padZ(double finger) {
        return KNUCKLE_Z + PAD_Z + ROTATING_Z * Math.cos(finger) + ROTATING_Y * Math.sin(finger);
    }

    /** Derivative of {@link #padY} by the finger angle, in m/rad. */
    static double padYRate(double finger) {
        return -ROTATING_Y * Math.sin(finger) - ROTATING_Z * Math.cos(finger);
    }

    /** Derivative of {@link #padZ} by the finger angle, in m/rad. */
    static double padZRate(double finger) {
        return -ROTATING_Z * Math.sin(finger) + ROTATING_Y * Math.cos(finger);
    }
}
