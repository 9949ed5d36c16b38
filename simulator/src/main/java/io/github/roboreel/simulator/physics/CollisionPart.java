package io.github.roboreel.simulator.physics;

/**
 * One convex piece of a body's collision shape.
 *
 * @param kind box, or capsule along its own z
 * @param offset pose in the body's frame
 * @param x box: full length in metres; capsule: radius
 * @param y box: full length; capsule: length without the caps
 * @param z box: full length; capsule: unused
 */
record CollisionPart(Kind kind, Frame offset, double x, double y, double z) {
    enum Kind {
        BOX,
        CAPSULE
    }

    static CollisionPart box(Frame offset, double x, double y, double z) {
        return new CollisionPart(Kind.BOX, offset, x, y, z);
    }

    static CollisionPart capsule(Frame offset, double radius, double length) {
        return new CollisionPart(Kind.CAPSULE, offset, radius, length, 0);
    }
}
