package io.github.roboreel.simulator;

import java.util.Arrays;

/**
 * Position-controlled arm and gripper joints with limited velocity and acceleration.
 *
 * <p>Each joint follows its target with v = clamp(gain * error), slowed so that it can still brake in time, and the
 * change of v per substep limited by the acceleration; position then advances by v dt (semi-implicit Euler), hence the
 * reported velocity is the one at the end of the substep. A blocked motion (table, grasped object) leaves position as
 * it was and velocity zero.
 */
final class JointServo {
    static final double GAIN_PER_S = 15;

    private final double[] position = new double[PandaArm.JOINTS];
    private final double[] velocity = new double[PandaArm.JOINTS];
    private final double[] target = new double[PandaArm.JOINTS];
    private final double[] targetChange = new double[PandaArm.JOINTS];
    private final double[] nextPosition = new double[PandaArm.JOINTS];
    private final double[] nextVelocity = new double[PandaArm.JOINTS];
    private double finger;
    private double fingerVelocity;
    private boolean closing;

    void resetTo(double[] armPosition) {
        System.arraycopy(armPosition, 0, position, 0, PandaArm.JOINTS);
        System.arraycopy(armPosition, 0, target, 0, PandaArm.JOINTS);
        Arrays.fill(targetChange, 0);
        Arrays.fill(velocity, 0);
        finger = 0;
        fingerVelocity = 0;
        closing = false;
    }

    /**
     * Takes 7 joint targets in rad, clamped to the joint limits, and the gripper command. The followed target moves to
     * them in a straight line over the coming substeps, so that a slow control rate does not jerk the arm.
     */
    void command(double[] action, int substeps) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            targetChange[j] = (PandaArm.clampPosition(j, action[j]) - target[j]) / substeps;
        }
        closing = action[PandaArm.JOINTS] > 0.5;
    }

    /** Computes where the arm would be after one substep; {@link #acceptArm} makes it so. */
    double[] proposeArm(double dtSeconds) {
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            target[j] += targetChange[j];
            double limit = PandaArm.velocityMax(j);
            nextVelocity[j] =
                    track(target[j] - position[j], velocity[j], limit, PandaArm.accelerationMax(j), dtSeconds);
            nextPosition[j] = position[j] + nextVelocity[j] * dtSeconds;
        }
        return nextPosition;
    }

    void acceptArm() {
        System.arraycopy(nextPosition, 0, position, 0, PandaArm.JOINTS);
        System.arraycopy(nextVelocity, 0, velocity, 0, PandaArm.JOINTS);
    }

    void blockArm() {
        Arrays.fill(velocity, 0);
    }

    /** Where the finger joint would be after one substep, within [0, pi/4] rad. */
    double proposeFinger(double dtSeconds) {
        double goal = closing ? Gripper2F85.CLOSED_RAD : 0;
        double v =
                track(goal - finger, fingerVelocity, Gripper2F85.VELOCITY_MAX, Gripper2F85.ACCELERATION_MAX, dtSeconds);
        return Math.max(0, Math.min(Gripper2F85.CLOSED_RAD, finger + v * dtSeconds));
    }

    void acceptFinger(double next, double dtSeconds) {
        fingerVelocity = (next - finger) / dtSeconds;
        finger = next;
    }

    void blockFinger() {
        fingerVelocity = 0;
    }

    private static double track(double error, double v, double vMax, double aMax, double dt) {
        double wanted = Math.min(vMax, approachSpeed(Math.abs(error), aMax, dt));
        double change = Math.copySign(wanted, error) - v;
        return v + Math.max(-aMax * dt, Math.min(aMax * dt, change));
    }

    /** The gain near the target; further off the speed from which steps of aMax dt still brake down to it. */
    private static double approachSpeed(double distance, double aMax, double dt) {
        double linearReach = aMax / (GAIN_PER_S * GAIN_PER_S);
        if (distance <= linearReach) {
            return GAIN_PER_S * distance;
        }
        double half = aMax * dt / 2;
        return Math.sqrt(2 * aMax * (distance - linearReach / 2) + half * half) - half;
    }

    double[] position() {
        return position;
    }

    double[] velocity() {
        return velocity;
    }

    double finger() {
        return finger;
    }

    double fingerVelocity() {
        return fingerVelocity;
    }

    boolean closing() {
        return closing;
    }
}
