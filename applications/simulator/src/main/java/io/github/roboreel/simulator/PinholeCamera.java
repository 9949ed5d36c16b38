package io.github.roboreel.simulator;

import java.util.List;

/**
 * A pinhole camera of the scene: where it is and how wide it sees. Poses follow the ROS optical convention (z forward,
 * x right, y down).
 */
enum PinholeCamera {
    /** Beside the robot's shoulder, looking down at the table. */
    OVER_SHOULDER("over_shoulder_camera", 55, false),
    /** On the gripper, looking along the fingers. */
    WRIST("wrist_camera", 75, true),
    /** In front of the scene, for people who watch. */
    VIEWPORT("viewport_camera", 50, false);

    private static final RigidTransform SHOULDER_POSE =
            Vectors.lookAt(new double[] {0.02, 0.56, 0.56}, new double[] {0.42, 0.0, 0.10});
    private static final RigidTransform VIEWPORT_POSE =
            Vectors.lookAt(new double[] {1.22, 0.68, 0.72}, new double[] {0.30, -0.02, 0.26});
    private static final RigidTransform WRIST_MOUNT = wristMount();

    private final String cameraName;
    private final double verticalFieldOfViewDegrees;
    private final boolean onGripper;

    PinholeCamera(String cameraName, double verticalFieldOfViewDegrees, boolean onGripper) {
        this.cameraName = cameraName;
        this.verticalFieldOfViewDegrees = verticalFieldOfViewDegrees;
        this.onGripper = onGripper;
    }

    /** The cameras a policy could use, which are recorded as observations: all but the viewport. */
    static List<PinholeCamera> sensors() {
        return List.of(OVER_SHOULDER, WRIST);
    }

    /** The camera's name in a recording, such as {@code wrist_camera}. */
    String cameraName() {
        return cameraName;
    }

    /**
     * Where its images are below {@code obs} and {@code final_obs}: the sensors' by their names, the viewport's in a
     * group of its own, {@code viewport_cam/viewport_camera}.
     */
    String observationPath() {
        return this == VIEWPORT ? "viewport_cam/" + cameraName : cameraName;
    }

    /** Vertical opening angle in degrees; the horizontal one follows from the image's aspect ratio. */
    double verticalFieldOfViewDegrees() {
        return verticalFieldOfViewDegrees;
    }

    /** Whether it moves with the gripper; the others stand still. */
    boolean isOnGripper() {
        return onGripper;
    }

    /** Distance of the image plane in pixels for an image of the given height. */
    double focalLengthPixels(int heightPixels) {
        return heightPixels / (2 * Math.tan(Math.toRadians(verticalFieldOfViewDegrees) / 2));
    }

    /** The camera's pose for a gripper pose; {@code out} must not be the gripper's frame. */
    void pose(RigidTransform gripperBase, RigidTransform out) {
        if (onGripper) {
            out.setProduct(gripperBase, WRIST_MOUNT);
        } else {
            out.set(this == OVER_SHOULDER ? SHOULDER_POSE : VIEWPORT_POSE);
        }
    }

    /** In front of the gripper (+x), tilted 20 degrees back to see the fingertips; the image's top is +x. */
    private static RigidTransform wristMount() {
        double tilt = Math.toRadians(20);
        double[] forward = {-Math.sin(tilt), 0, Math.cos(tilt)};
        double[] down = {-Math.cos(tilt), 0, -Math.sin(tilt)};
        return RigidTransform.ofAxes(Vectors.cross(down, forward), down, forward, new double[] {0.085, 0, 0.0});
    }
}
