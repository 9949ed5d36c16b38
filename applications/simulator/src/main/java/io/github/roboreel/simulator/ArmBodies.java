package io.github.roboreel.simulator;

import java.util.List;
import org.ode4j.math.DQuaternion;
import org.ode4j.ode.DBody;
import org.ode4j.ode.DSpace;
import org.ode4j.ode.DWorld;

/**
 * The arm's moving parts as kinematic bodies: they push what they touch and are not pushed back.
 *
 * <p>Before each substep every body gets the pose at its beginning and the velocity of the joints during it, so that
 * contacts see the true relative motion.
 */
final class ArmBodies {
    static final int HAND = 2;
    static final int LEFT_PAD = 3;
    static final int RIGHT_PAD = 4;

    /** Links that carry the forearm, the wrist and the hand. */
    private static final int[] LINK = {5, 6, PandaArm.FLANGE};

    private final DBody[] bodies = new DBody[5];
    private final RigidTransform pad = new RigidTransform();
    private final RigidTransform padPose = new RigidTransform();
    private final double[] velocity = new double[3];
    private final double[] quaternion = new double[4];
    private final DQuaternion odeQuaternion = new DQuaternion();

    ArmBodies(DWorld world, DSpace space) {
        List<List<CollisionPart>> shapes = List.of(forearm(), wrist(), hand(), finger(1), finger(-1));
        for (int i = 0; i < bodies.length; i++) {
            bodies[i] = OdeShapes.body(world, space, shapes.get(i));
            bodies[i].setKinematic();
        }
    }

    private static List<CollisionPart> forearm() {
        return List.of(CollisionPart.capsule(RigidTransform.at(0, 0.05, -0.16), 0.055, 0.20));
    }

    private static List<CollisionPart> wrist() {
        return List.of(CollisionPart.capsule(RigidTransform.at(0.05, 0, 0), 0.055, 0.06));
    }

    private static List<CollisionPart> hand() {
        return List.of(
                CollisionPart.capsule(RigidTransform.at(0, 0, -0.04), 0.05, 0.05),
                CollisionPart.capsule(RigidTransform.at(0, 0, 0.04), 0.037, 0.02));
    }

    /** A pad with the finger link behind it; side is +1 for the left finger (+y). */
    private static List<CollisionPart> finger(int side) {
        double x = 2 * Gripper2F85.PAD_HALF_X;
        double y = 2 * Gripper2F85.PAD_HALF_Y;
        double z = 2 * Gripper2F85.PAD_HALF_Z;
        RigidTransform behind = RigidTransform.at(0, side * (Gripper2F85.PAD_HALF_Y + 0.005), -0.012);
        return List.of(CollisionPart.box(new RigidTransform(), x, y, z), CollisionPart.box(behind, x, 0.010, 0.055));
    }

    /** True for the hand and its fingers, false for the links before them. */
    boolean isGripper(DBody body) {
        return body == bodies[HAND] || body == bodies[LEFT_PAD] || body == bodies[RIGHT_PAD];
    }

    DBody body(int index) {
        return bodies[index];
    }

    void update(PandaArm arm, double finger, double fingerVelocity) {
        for (int i = 0; i < LINK.length; i++) {
            place(bodies[i], arm.link(LINK[i]), arm.linearVelocity(LINK[i]), arm.angularVelocity(LINK[i]));
        }
        placePad(arm, finger, fingerVelocity, 1);
        placePad(arm, finger, fingerVelocity, -1);
    }

    private void placePad(PandaArm arm, double finger, double fingerVelocity, int side) {
        RigidTransform base = arm.link(PandaArm.FLANGE);
        pad.setPosition(0, side * Gripper2F85.padY(finger), Gripper2F85.padZ(finger));
        padPose.setProduct(base, pad);
        arm.pointVelocity(PandaArm.FLANGE, padPose.p, velocity);
        double alongY = side * Gripper2F85.padYRate(finger) * fingerVelocity;
        double alongZ = Gripper2F85.padZRate(finger) * fingerVelocity;
        for (int k = 0; k < 3; k++) {
            velocity[k] += base.r[3 * k + 1] * alongY + base.r[3 * k + 2] * alongZ;
        }
        DBody body = bodies[side > 0 ? LEFT_PAD : RIGHT_PAD];
        place(body, padPose, velocity, arm.angularVelocity(PandaArm.FLANGE));
    }

    private void place(DBody body, RigidTransform pose, double[] linear, double[] angular) {
        pose.quaternion(quaternion, 0);
        odeQuaternion.set(quaternion[0], quaternion[1], quaternion[2], quaternion[3]);
        body.setPosition(pose.p[0], pose.p[1], pose.p[2]);
        body.setQuaternion(odeQuaternion);
        body.setLinearVel(linear[0], linear[1], linear[2]);
        body.setAngularVel(angular[0], angular[1], angular[2]);
    }
}
