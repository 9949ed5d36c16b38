package io.github.roboreel.simulator;

/** Keeps the position-controlled arm from going through the table: motion that would is blocked. */
final class ArmClearance {
    private static final double MIN_TIP_HEIGHT = 0.002;
    private static final double WRIST_RADIUS = 0.06;
    private static final double ELBOW_RADIUS = 0.07;

    private ArmClearance() {}

    static boolean free(PandaArm arm, double finger) {
        return arm.link(4).p[2] > ELBOW_RADIUS && arm.link(6).p[2] > WRIST_RADIUS && gripperFree(arm, finger);
    }

    /** False where the table would stop the gripper: what counts as contact between the two. */
    static boolean gripperFree(PandaArm arm, double finger) {
        return lowestTip(arm.link(PandaArm.FLANGE), finger) > MIN_TIP_HEIGHT;
    }

    private static double lowestTip(RigidTransform gripper, double finger) {
        double y = Gripper2F85.padY(finger) + Gripper2F85.PAD_HALF_Y;
        double z = Gripper2F85.padZ(finger) + Gripper2F85.PAD_HALF_Z;
        double lowest = gripper.p[2] - 0.04;
        for (int corner = 0; corner < 4; corner++) {
            double sideX = (corner & 1) == 0 ? -Gripper2F85.PAD_HALF_X : Gripper2F85.PAD_HALF_X;
            double sideY = (corner & 2) == 0 ? -y : y;
            lowest = Math.min(lowest, gripper.heightOf(sideX, sideY, z));
        }
        return lowest;
    }
}
