package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.List;

/** Meshes of the arm and gripper: white link shells, dark joints, a black gripper with grey pads. */
final class RobotMeshes {
    private static final int WHITE = 0xECECEC;
    private static final int JOINT = 0x50565E;
    private static final int BLACK = 0x2A2B2E;
    private static final int PAD = 0x6E7278;

    private RobotMeshes() {}

    /** One mesh per link, in the frames of {@link PandaArm#link}; the flange carries the gripper's body. */
    static List<Mesh> links() {
        List<Mesh> links = new ArrayList<>();
        links.add(base());
        links.add(tube(new double[] {0, 0, -0.19}, new double[3], 0.062));
        links.add(joint(0.068, -0.065, 0.065, new double[] {0, -0.15, 0}, 0.058));
        links.add(bent(new double[] {0, 0, -0.10}, new double[3], new double[] {0.0825, 0, 0}, 0.055));
        links.add(joint(0.062, -0.065, 0.065, new double[] {-0.0825, 0.10, 0}, 0.052));
        links.add(bent(new double[] {0, 0.02, -0.27}, new double[] {0, 0.055, -0.12}, new double[3], 0.048));
        links.add(joint(0.058, -0.06, 0.06, new double[] {0.07, 0, 0}, 0.045));
        links.add(wrist());
        links.add(gripperBody());
        return List.copyOf(links);
    }

    /** Pad and finger of one side, in the pad's frame; side is +1 for the left (+y). */
    static Mesh finger(int side) {
        double y = side * (Gripper2F85.PAD_HALF_Y + 0.005);
        return new MeshBuilder()
                .box(
                        new RigidTransform(),
                        2 * Gripper2F85.PAD_HALF_X,
                        2 * Gripper2F85.PAD_HALF_Y,
                        2 * Gripper2F85.PAD_HALF_Z,
                        PAD)
                .box(RigidTransform.at(0, y, -0.012), 2 * Gripper2F85.PAD_HALF_X, 0.010, 0.055, BLACK)
                .build();
    }

    /** The knuckle that turns with finger_joint, in its own frame: z to the finger. */
    static Mesh knuckle() {
        return new MeshBuilder()
                .box(RigidTransform.at(0, 0, 0.028), 0.024, 0.014, 0.070, JOINT)
                .build();
    }

    private static Mesh base() {
        return new MeshBuilder()
                .box(RigidTransform.at(-0.04, 0, 0.03), 0.22, 0.18, 0.06, WHITE)
                .cylinder(new RigidTransform(), 0.085, 0.0, 0.15, WHITE)
                .cylinder(new RigidTransform(), 0.066, 0.15, 0.165, JOINT)
                .build();
    }

    private static Mesh tube(double[] from, double[] to, double radius) {
        MeshBuilder builder = new MeshBuilder();
        addTube(builder, from, to, radius, WHITE);
        return builder.build();
    }

    private static Mesh bent(double[] from, double[] middle, double[] to, double radius) {
        MeshBuilder builder = new MeshBuilder();
        addTube(builder, from, middle, radius, WHITE);
        addTube(builder, middle, to, radius, WHITE);
        return builder.build();
    }

    /** A dark drum about the joint's axis and a white shell towards the next joint. */
    private static Mesh joint(double radius, double z0, double z1, double[] shellTo, double shellRadius) {
        MeshBuilder builder = new MeshBuilder().cylinder(new RigidTransform(), radius, z0, z1, JOINT);
        addTube(builder, new double[3], shellTo, shellRadius, WHITE);
        return builder.build();
    }

    private static Mesh wrist() {
        return new MeshBuilder()
                .cylinder(new RigidTransform(), 0.046, -0.055, 0.07, WHITE)
                .cylinder(new RigidTransform(), 0.040, 0.07, 0.107, JOINT)
                .build();
    }

    private static Mesh gripperBody() {
        return new MeshBuilder()
                .cylinder(new RigidTransform(), 0.0375, 0.0, 0.020, PAD)
                .box(RigidTransform.at(0, 0, 0.042), 0.060, 0.074, 0.050, BLACK)
                .box(RigidTransform.at(0, 0, 0.064), 0.034, 0.060, 0.020, JOINT)
                .box(RigidTransform.at(0.060, 0, -0.026), 0.046, 0.090, 0.028, 0x9AA0A8)
                .build();
    }

    private static void addTube(MeshBuilder builder, double[] from, double[] to, double radius, int color) {
        double[] z = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        double length = Math.sqrt(z[0] * z[0] + z[1] * z[1] + z[2] * z[2]);
        for (int k = 0; k < 3; k++) {
            z[k] /= length;
        }
        builder.capsule(Vectors.frameAlongZ(z, from), radius, 0, length, color);
    }
}
