package io.github.roboreel.simulator;

/**
 * One convex piece of a body's collision shape.
 *
 * @param kind box, sphere, or capsule or cylinder along its own z
 * @param offset pose in the body's frame
 * @param x box: full length in metres; otherwise radius
 * @param y box: full length; otherwise length, of a capsule without the caps
 * @param z box: full length; otherwise unused
 */
record CollisionPart(Kind kind, RigidTransform offset, double x, double y, double z) {
    enum Kind {
        BOX,
        CAPSULE,
        CYLINDER,
        SPHERE
    }

    static CollisionPart box(RigidTransform offset, double x, double y, double z) {
        return new CollisionPart(Kind.BOX, offset, x, y, z);
    }

    static CollisionPart capsule(RigidTransform offset, double radius, double length) {
        return new CollisionPart(Kind.CAPSULE, offset, radius, length, 0);
    }

    static CollisionPart sphere(double radius) {
        return new CollisionPart(Kind.SPHERE, new RigidTransform(), radius, 0, 0);
    }

    static CollisionPart cylinder(RigidTransform offset, double radius, double length) {
        return new CollisionPart(Kind.CYLINDER, offset, radius, length, 0);
    }
}
