package io.github.roboreel.simulator;

import java.util.List;

/**
 * Shape and mass of an object; the local frame is centred on the centre of mass, z up when it stands on the table.
 *
 * @param name the object's name in the recording
 * @param massKg mass
 * @param parts collision shape
 * @param box local bounding box
 * @param grip where the gripper takes it
 * @param container inner shape when other objects can be put in, else null
 * @param mesh what cameras see
 */
record ObjectModel(
        String name, double massKg, List<CollisionPart> parts, Box box, Grip grip, Container container, Mesh mesh) {

    /** The open gripper's pads are 85 mm apart; the rest is for what it misses the middle by. */
    private static final double MAX_GRASP_METRES = 0.075;

    /**
     * A box along the axes.
     *
     * @param min lower corner, metres
     * @param max upper corner, metres
     */
    record Box(double[] min, double[] max) {
        /** Of that size around the origin. */
        static Box ofSize(double x, double y, double z) {
            return new Box(new double[] {-x / 2, -y / 2, -z / 2}, new double[] {x / 2, y / 2, z / 2});
        }
    }

    /**
     * How the gripper takes an object.
     *
     * @param point between the fingers, metres; fingers close along local y there
     * @param symmetryRad turning the gripper by this angle gives an equally good grasp
     */
    record Grip(double[] point, double symmetryRad) {}

    /**
     * Where something counts as inside.
     *
     * @param radius an object's centre is at most this far from the local z axis, metres
     * @param floorZ lowest local z of the inside, metres
     * @param rimZ local z of the rim, metres
     */
    record Container(double radius, double floorZ, double rimZ) {}

    /** Whether the gripper can be opened wide enough for it. */
    boolean graspable() {
        return container == null && box.max[1] - box.min[1] <= MAX_GRASP_METRES;
    }

    /** Height of the origin above the table when the object stands on it, metres. */
    double restHeight() {
        return -box.min[2];
    }
}
