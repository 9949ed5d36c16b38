package io.github.roboreel.simulator;

import java.util.Arrays;
import java.util.SplittableRandom;

/** A gripper pose that points down and walks towards its aim at limited speed; gives the joint targets for it. */
final class SetPoint {
    private static final double YAW_SPEED = 1.6;
    private static final double TREMOR_METRES = 0.0006;
    private static final double ARRIVED_METRES = 0.006;

    private final InverseKinematics inverse = new InverseKinematics();
    private final double[] joints = new double[PandaArm.JOINTS];
    private final double[] now = new double[3];
    private final double[] aim = new double[3];
    private final double[] tremor = new double[3];
    private final RigidTransform target = new RigidTransform();
    private double yaw;
    private double aimYaw;

    void reset(TabletopEnv env) {
        RigidTransform gripper = env.arm().link(PandaArm.FLANGE);
        System.arraycopy(env.armPosition(), 0, joints, 0, joints.length);
        System.arraycopy(gripper.p, 0, now, 0, 3);
        System.arraycopy(gripper.p, 0, aim, 0, 3);
        Arrays.fill(tremor, 0);
        yaw = Math.atan2(gripper.r[3], gripper.r[0]);
        aimYaw = yaw;
    }

    void aim(double x, double y, double z, double newYaw) {
        aim[0] = x;
        aim[1] = y;
        aim[2] = z;
        aimYaw = newYaw;
    }

    void aimHeight(double z) {
        aim[2] = z;
    }

    double yaw() {
        return aimYaw;
    }

    /** Way still to go, m. */
    double distance() {
        return distance(now);
    }

    private double distance(double[] from) {
        double x = aim[0] - from[0];
        double y = aim[1] - from[1];
        double z = aim[2] - from[2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    boolean arrived(TabletopEnv env) {
        return distance() < 1e-9
                && Math.abs(yaw - aimYaw) < 1e-9
                && distance(env.arm().link(PandaArm.FLANGE).p) < ARRIVED_METRES;
    }

    void move(double dtSeconds, double speed, SplittableRandom random) {
        double distance = distance();
        double part = distance <= speed * dtSeconds ? 1 : speed * dtSeconds / distance;
        for (int k = 0; k < 3; k++) {
            now[k] = part == 1 ? aim[k] : now[k] + part * (aim[k] - now[k]);
            tremor[k] = 0.8 * tremor[k] + TREMOR_METRES * random.nextGaussian();
        }
        double turn = aimYaw - yaw;
        double maxTurn = YAW_SPEED * dtSeconds;
        yaw = Math.abs(turn) <= maxTurn ? aimYaw : yaw + Math.copySign(maxTurn, turn);
    }

    void jointTargets(double[] actionOut) {
        pointDown(now[0] + tremor[0], now[1] + tremor[1], now[2] + tremor[2]);
        inverse.solve(target, joints);
        System.arraycopy(joints, 0, actionOut, 0, joints.length);
    }

    /** Rot_z(yaw) times diag(1, -1, -1): z down, fingers closing along Rot_z(yaw) y. */
    private void pointDown(double x, double y, double z) {
        double c = Math.cos(yaw);
        double s = Math.sin(yaw);
        double[] r = target.r;
        r[0] = c;
        r[1] = s;
        r[2] = 0;
        r[3] = s;
        r[4] = -c;
        r[5] = 0;
        r[6] = 0;
        r[7] = 0;
        r[8] = -1;
        target.setPosition(x, y, z);
    }
}
