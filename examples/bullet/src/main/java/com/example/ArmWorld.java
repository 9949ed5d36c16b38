package com.example;

import com.jme3.bullet.CollisionConfiguration;
import com.jme3.bullet.PhysicsSpace;
import com.jme3.bullet.PhysicsSpace.BroadphaseType;
import com.jme3.bullet.collision.shapes.PlaneCollisionShape;
import com.jme3.bullet.joints.HingeJoint;
import com.jme3.bullet.objects.PhysicsBody;
import com.jme3.bullet.objects.PhysicsRigidBody;
import com.jme3.math.Plane;
import com.jme3.math.Vector3f;
import java.util.List;
import java.util.SplittableRandom;

/**
 * One episode's arm of two links and crate on the ground, simulated by Bullet; z is up. Belongs to the thread that made
 * it, as Bullet's spaces do.
 */
final class ArmWorld implements AutoCloseable {
    static final double DT_SECONDS = 1 / 30.0;
    static final double MAX_SPEED = 1.5;
    static final double MAX_ANGLE = 2.6;
    static final double LINK = 0.3;
    static final double LINK_HALF_WIDTH = 0.02;
    static final double CRATE_HALF = 0.05;

    /** What Bullet takes for a space and its pools. */
    static final long ABOUT_BYTES = 1_000_000;

    /** The crate is to be behind this line, y in m. */
    static final double LINE = 0.25;

    private static final int SUBSTEPS = 8;
    private static final float SUBSTEP_SECONDS = (float) (DT_SECONDS / SUBSTEPS);
    private static final float MAX_TORQUE = 20;
    private static final float HEIGHT = 0.06f;
    private static final float WORLD_METRES = 10;
    private static final Vector3f UP = new Vector3f(0, 0, 1);
    private static final Vector3f DOWN = new Vector3f(0, 0, -1);

    private final PhysicsSpace space = space();
    private final PhysicsRigidBody ground =
            new PhysicsRigidBody(new PlaneCollisionShape(new Plane(UP, 0)), PhysicsBody.massForStatic);
    private final PhysicsRigidBody base =
            new PhysicsRigidBody(MovingBody.box(new Vector3f(0.04f, 0.04f, HEIGHT)), PhysicsBody.massForStatic);
    private final MovingBody upperArm = link();
    private final MovingBody forearm = link();
    private final MovingBody crate = new MovingBody(new Vector3f(1, 1, 1).mult((float) CRATE_HALF), 0.5f);
    private final List<MovingBody> moving = List.of(upperArm, forearm, crate);
    private final HingeJoint shoulder;
    private final HingeJoint elbow;
    private final Contacts contacts =
            new Contacts(crate.body(), List.of(ground, base, upperArm.body(), forearm.body()));
    private boolean touched;

    ArmWorld(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        placeArm(-1.1 + within(random, 0.1), 0.5 + within(random, 0.2));
        crate.place(0.38 + within(random, 0.06), within(random, 0.08), CRATE_HALF, within(random, Math.PI));
        base.setPhysicsLocation(new Vector3f(0, 0, HEIGHT));
        space.add(ground);
        space.add(base);
        moving.forEach(body -> body.enter(space));
        shoulder = hinge(base, 0, upperArm.body());
        elbow = hinge(upperArm.body(), (float) LINK / 2, forearm.body());
    }

    private static PhysicsSpace space() {
        BulletLibrary.require();
        Vector3f max = new Vector3f(WORLD_METRES, WORLD_METRES, WORLD_METRES);
        CollisionConfiguration small = new CollisionConfiguration(64, 1); // by default megabytes for each env
        PhysicsSpace space = new PhysicsSpace(max.negate(), max, BroadphaseType.DBVT, 1, small);
        space.setGravity(new Vector3f(0, 0, -9.81f));
        space.useDeterministicDispatch(true); // contacts in an order that the bodies decide, not their history
        return space;
    }

    private static MovingBody link() {
        float half = (float) LINK_HALF_WIDTH;
        return new MovingBody(new Vector3f((float) LINK / 2, half, half), 0.6f);
    }

    private static double within(SplittableRandom random, double limit) {
        return limit * (2 * random.nextDouble() - 1);
    }

    private void placeArm(double shoulderRad, double elbowRad) {
        double x = LINK * Math.cos(shoulderRad);
        double y = LINK * Math.sin(shoulderRad);
        double direction = shoulderRad + elbowRad;
        upperArm.place(x / 2, y / 2, HEIGHT, shoulderRad);
        forearm.place(x + LINK / 2 * Math.cos(direction), y + LINK / 2 * Math.sin(direction), HEIGHT, direction);
    }

    /** At the near end of the outer body; by an axis that points down Bullet counts angles from x to y. */
    private HingeJoint hinge(PhysicsRigidBody inner, float pivotInInner, PhysicsRigidBody outer) {
        Vector3f pivot = new Vector3f(pivotInInner, 0, 0);
        HingeJoint hinge = new HingeJoint(inner, outer, pivot, new Vector3f((float) -LINK / 2, 0, 0), DOWN, DOWN);
        hinge.setCollisionBetweenLinkedBodies(false);
        hinge.setLimit((float) -MAX_ANGLE, (float) MAX_ANGLE);
        space.addJoint(hinge);
        return hinge;
    }

    /** Advances one control step, in which the motors turn the joints with these speeds, rad/s. */
    void step(double shoulderSpeed, double elbowSpeed) {
        forgetContacts();
        shoulder.enableMotor(true, (float) shoulderSpeed, MAX_TORQUE * SUBSTEP_SECONDS);
        elbow.enableMotor(true, (float) elbowSpeed, MAX_TORQUE * SUBSTEP_SECONDS);
        touched = false;
        for (int i = 0; i < SUBSTEPS; i++) {
            space.update(SUBSTEP_SECONDS, 0);
            contacts.read(space);
            touched |= contacts.withArm(); // the crate may have jumped off by the last one
        }
        moving.forEach(MovingBody::read);
    }

    /**
     * Bullet starts a step from the impulses of the last contacts, which no row holds. Bodies that leave the space and
     * come back have no contacts, so the states that are recorded are all that decides the next step.
     */
    private void forgetContacts() {
        moving.forEach(body -> body.leave(space));
        moving.forEach(body -> body.enter(space));
    }

    float[] jointPositions() {
        return new float[] {shoulder.getHingeAngle(), elbow.getHingeAngle()};
    }

    float[] jointVelocities() {
        float first = upperArm.velocity()[5];
        return new float[] {first, forearm.velocity()[5] - first};
    }

    MovingBody upperArm() {
        return upperArm;
    }

    MovingBody forearm() {
        return forearm;
    }

    MovingBody crate() {
        return crate;
    }

    Contacts contacts() {
        return contacts;
    }

    /** Whether the arm pushed the crate in the last control step. */
    boolean touched() {
        return touched;
    }

    boolean isBehindLine() {
        return crate.pose()[1] > LINE;
    }

    /** Takes everything out of the space, so that Bullet may free its objects in any order. */
    @Override
    public void close() {
        space.destroy();
    }
}
