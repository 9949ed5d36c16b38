package com.example;

import java.util.SplittableRandom;
import org.dyn4j.dynamics.Body;
import org.dyn4j.dynamics.BodyFixture;
import org.dyn4j.geometry.Geometry;
import org.dyn4j.geometry.MassType;
import org.dyn4j.geometry.Vector2;
import org.dyn4j.world.World;

/** The table of one episode: a pusher that moves as commanded, a puck with friction, a goal. */
final class PusherWorld {
    static final double DT_SECONDS = 0.05;
    static final double MAX_SPEED = 0.5;
    static final double PUSHER_RADIUS = 0.03;
    static final double PUCK_RADIUS = 0.05;
    static final double GOAL_RADIUS = 0.03;
    static final double HALF_TABLE = 0.6;

    private static final int SUBSTEPS = 5;
    private static final double PUCK_DENSITY = 60;
    private static final double FRICTION = 8;
    private static final double TOUCH = PUSHER_RADIUS + PUCK_RADIUS + 0.002;

    private final World<Body> world = new World<>();
    private final Body pusher;
    private final Body puck;
    private final Vector2 goal;

    PusherWorld(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        world.setGravity(World.ZERO_GRAVITY);
        world.getSettings().setStepFrequency(DT_SECONDS / SUBSTEPS);
        puck = disc(PUCK_RADIUS, within(random, 0.15), within(random, 0.15), MassType.NORMAL);
        puck.setLinearDamping(FRICTION);
        puck.setAngularDamping(FRICTION);
        double angle = Math.PI * within(random, 1);
        Vector2 start = puck.getTransform().getTranslation();
        goal = start.sum(0.3 * Math.cos(angle), 0.3 * Math.sin(angle));
        pusher = disc(PUSHER_RADIUS, -0.45, within(random, 0.45), MassType.INFINITE);
    }

    private static double within(SplittableRandom random, double limit) {
        return limit * (2 * random.nextDouble() - 1);
    }

    private Body disc(double radius, double x, double y, MassType mass) {
        Body body = new Body();
        BodyFixture fixture = body.addFixture(Geometry.createCircle(radius), PUCK_DENSITY);
        fixture.setRestitution(0);
        body.setMass(mass);
        body.translate(x, y);
        body.setAtRestDetectionEnabled(false);
        world.addBody(body);
        return body;
    }

    /** Advances one control step, in which the pusher moves with this velocity, m/s. */
    void step(double x, double y) {
        pusher.setLinearVelocity(x, y);
        world.step(SUBSTEPS);
    }

    Vector2 pusher() {
        return pusher.getTransform().getTranslation();
    }

    Vector2 puck() {
        return puck.getTransform().getTranslation();
    }

    Vector2 goal() {
        return goal;
    }

    /** Position m and velocity m/s. */
    double[] pusherState() {
        Vector2 at = pusher();
        Vector2 velocity = pusher.getLinearVelocity();
        return new double[] {at.x, at.y, velocity.x, velocity.y};
    }

    /** Position m, angle rad, velocity m/s, angular velocity rad/s. */
    double[] puckState() {
        Vector2 at = puck();
        Vector2 velocity = puck.getLinearVelocity();
        double angle = puck.getTransform().getRotationAngle();
        return new double[] {at.x, at.y, angle, velocity.x, velocity.y, puck.getAngularVelocity()};
    }

    /** Sets pusher and puck to states such as {@link #pusherState} and {@link #puckState} give. */
    void restore(double[] pusherState, double[] puckState) {
        pusher.getTransform().setTranslation(pusherState[0], pusherState[1]);
        pusher.setLinearVelocity(pusherState[2], pusherState[3]);
        puck.getTransform().setTranslation(puckState[0], puckState[1]);
        puck.getTransform().setRotation(puckState[2]);
        puck.setLinearVelocity(puckState[3], puckState[4]);
        puck.setAngularVelocity(puckState[5]);
    }

    boolean touches() {
        return pusher().distance(puck()) <= TOUCH;
    }

    boolean isAtGoal() {
        return puck().distance(goal) <= GOAL_RADIUS;
    }

    boolean isOffTable() {
        return Math.max(Math.abs(puck().x), Math.abs(puck().y)) > HALF_TABLE;
    }
}
