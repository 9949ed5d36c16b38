package io.github.roboreel.tasks;

import java.util.List;

/**
 * View of a scene for a judge: one env's world after a step. Read-only, valid until the env steps again, used by the
 * thread that steps the env. Implementations allocate nothing in an accessor.
 *
 * <p>Lengths are metres, positions and directions are in the env frame (x away from the robot, y to its left, z up, the
 * table's top at z = 0), axes are 0, 1, 2 for x, y, z. Contact between two bodies means that a component of the force
 * between them exceeds {@link EventThresholds#contactForceNewton}; the simulator decides it and documents what it takes
 * for it when it has no forces.
 */
public interface Scene {
    /** The objects' names; an object is known by its index here, fixed for an episode. */
    List<String> objectNames();

    /** One coordinate of the object's origin, m. */
    double position(int object, int axis);

    /** One element of the rotation matrix that turns the object's axes into the env frame. */
    double rotation(int object, int row, int column);

    /** Speed of the object's centre of mass, m/s. */
    double linearSpeed(int object);

    /** The object's angular speed, rad/s. */
    double angularSpeed(int object);

    /** Lower end of the object's bounding box along one of its own axes, m from its origin. */
    double boxMin(int object, int axis);

    /** Upper end of the object's bounding box along one of its own axes, m from its origin. */
    double boxMax(int object, int axis);

    /** True while the gripper is in contact with the object. */
    boolean gripperTouches(int object);

    /** True while any part of the robot is in contact with the object. */
    default boolean robotTouches(int object) {
        return gripperTouches(object);
    }

    /** True while the gripper is in contact with the table. */
    boolean gripperTouchesTable();

    /** Finger joint position, rad: 0 is open, pi/4 closed. */
    double fingerPositionRad();

    /** Radius of the upright cylinder inside a container, m; by default that in its box. */
    default double interiorRadius(int object) {
        double x = boxMax(object, 0) - boxMin(object, 0);
        double y = boxMax(object, 1) - boxMin(object, 1);
        return Math.min(x, y) / 2;
    }

    /** Height of the container's floor above its origin, m; by default its box's lower end. */
    default double interiorFloor(int object) {
        return boxMin(object, 2);
    }

    /** Height of the container's rim above its origin, m; by default its box's upper end. */
    default double interiorRim(int object) {
        return boxMax(object, 2);
    }
}
