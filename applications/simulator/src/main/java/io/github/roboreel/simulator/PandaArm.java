package io.github.roboreel.simulator;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Kinematics of the Franka Panda arm: forward kinematics, link velocities and the geometric Jacobian.
 *
 * <p>Source of every number: Franka Control Interface documentation, "Robot and interface specifications" (modified
 * Denavit-Hartenberg parameters after Craig; joint position, velocity and acceleration limits).
 */
final class PandaArm {
    static final int JOINTS = 7;

    /** Index of the flange among the links; 0 is the base, 1 to 7 are the joint frames. */
    static final int FLANGE = 8;

    private static final int LINKS = 9;
    private static final double QUARTER = Math.PI / 2;
    private static final double[] A_METRES = {0, 0, 0, 0.0825, -0.0825, 0, 0.088, 0};
    private static final double[] D_METRES = {0.333, 0, 0.316, 0, 0.384, 0, 0, 0.107};
    private static final double[] ALPHA_RAD = {0, -QUARTER, QUARTER, QUARTER, -QUARTER, QUARTER, QUARTER, 0};
    private static final double[] POSITION_MIN = {-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973};
    private static final double[] POSITION_MAX = {2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973};
    private static final double[] VELOCITY_MAX = {2.175, 2.175, 2.175, 2.175, 2.61, 2.61, 2.61};
    private static final double[] ACCELERATION_MAX = {15, 7.5, 10, 12.5, 15, 20, 20};
    private static final double[] REST = {0, -Math.PI / 5, 0, -4 * Math.PI / 5, 0, 3 * Math.PI / 5, 0};

    private final RigidTransform[] links = new RigidTransform[LINKS];
    private final double[][] linear = new double[LINKS][3];
    private final double[][] angular = new double[LINKS][3];

    PandaArm() {
        for (int i = 0; i < LINKS; i++) {
            links[i] = new RigidTransform();
        }
    }

    static double positionMin(int joint) {
        return POSITION_MIN[joint];
    }

    static double positionMax(int joint) {
        return POSITION_MAX[joint];
    }

    static double velocityMax(int joint) {
        return VELOCITY_MAX[joint];
    }

    static double accelerationMax(int joint) {
        return ACCELERATION_MAX[joint];
    }

    /**
     * Modified Denavit-Hartenberg parameters after Craig of the joints and the flange, as {@code env_cfg.json} has
     * them.
     */
    static Map<String, Object> denavitHartenberg() {
        Map<String, Object> model = new LinkedHashMap<>();
        model.put("kinematics", "modified Denavit-Hartenberg, Craig");
        model.put("a_m", Arrays.stream(A_METRES).boxed().toList());
        model.put("d_m", Arrays.stream(D_METRES).boxed().toList());
        model.put("alpha_rad", Arrays.stream(ALPHA_RAD).boxed().toList());
        return model;
    }

    /** The start posture: elbow bent, gripper straight down above the table. */
    static double rest(int joint) {
        return REST[joint];
    }

    static double clampPosition(int joint, double value) {
        return Math.max(POSITION_MIN[joint], Math.min(POSITION_MAX[joint], value));
    }

    RigidTransform link(int index) {
        return links[index];
    }

    /** Linear velocity of a link's origin in m/s, valid after {@link #updateVelocities}. */
    double[] linearVelocity(int index) {
        return linear[index];
    }

    /** Angular velocity of a link in rad/s, valid after {@link #updateVelocities}. */
    double[] angularVelocity(int index) {
        return angular[index];
    }

    /** Forward kinematics: T = Rot_x(alpha) Trans_x(a) Rot_z(theta) Trans_z(d) per joint (Craig). */
    void updatePositions(double[] q) {
        for (int i = 0; i < JOINTS; i++) {
            chain(links[i], links[i + 1], i, q[i]);
        }
        chain(links[JOINTS], links[FLANGE], JOINTS, 0);
    }

    private static void chain(RigidTransform parent, RigidTransform child, int row, double theta) {
        double ca = Math.cos(ALPHA_RAD[row]);
        double sa = Math.sin(ALPHA_RAD[row]);
        double ct = Math.cos(theta);
        double st = Math.sin(theta);
        for (int i = 0; i < 3; i++) {
            double x = parent.r[3 * i];
            double y = parent.r[3 * i + 1] * ca + parent.r[3 * i + 2] * sa;
            double z = parent.r[3 * i + 2] * ca - parent.r[3 * i + 1] * sa;
            child.r[3 * i] = x * ct + y * st;
            child.r[3 * i + 1] = y * ct - x * st;
            child.r[3 * i + 2] = z;
            child.p[i] = parent.p[i] + x * A_METRES[row] + z * D_METRES[row];
        }
    }

    /** Link velocities from joint velocities, at the posture of the last {@link #updatePositions}. */
    void updateVelocities(double[] qd) {
        for (int i = 1; i < LINKS; i++) {
            double rate = i <= JOINTS ? qd[i - 1] : 0;
            for (int k = 0; k < 3; k++) {
                angular[i][k] = angular[i - 1][k] + rate * links[i].r[3 * k + 2];
            }
            pointVelocity(i - 1, links[i].p, linear[i]);
        }
    }

    /** Velocity of a point fixed to a link: v = v_link + omega x (point - origin), in m/s. */
    void pointVelocity(int index, double[] point, double[] out) {
        double[] w = angular[index];
        double[] v = linear[index];
        double[] o = links[index].p;
        double x = point[0] - o[0];
        double y = point[1] - o[1];
        double z = point[2] - o[2];
        out[0] = v[0] + w[1] * z - w[2] * y;
        out[1] = v[1] + w[2] * x - w[0] * z;
        out[2] = v[2] + w[0] * y - w[1] * x;
    }

    /** The flange's geometric Jacobian, 6 rows (linear, angular) by 7 columns, row major. */
    void jacobian(double[] out) {
        double[] tip = links[FLANGE].p;
        for (int j = 0; j < JOINTS; j++) {
            RigidTransform joint = links[j + 1];
            double zx = joint.r[2];
            double zy = joint.r[5];
            double zz = joint.r[8];
            double x = tip[0] - joint.p[0];
            double y = tip[1] - joint.p[1];
            double z = tip[2] - joint.p[2];
            out[j] = zy * z - zz * y;
            out[JOINTS + j] = zz * x - zx * z;
            out[2 * JOINTS + j] = zx * y - zy * x;
            out[3 * JOINTS + j] = zx;
            out[4 * JOINTS + j] = zy;
            out[5 * JOINTS + j] = zz;
        }
    }
}
