package io.github.roboreel.simulator;

/** Moves the arm and the gripper substep by substep: servo, kinematics, and the table that stops both. */
final class ArmDrive {
    private final PandaArm arm = new PandaArm();
    private final JointServo servo = new JointServo();
    private boolean gripperTouchesTable;

    /** Puts the arm at a posture, at rest and with open gripper. */
    void resetTo(double[] posture) {
        servo.resetTo(posture);
        arm.updatePositions(servo.position());
        arm.updateVelocities(servo.velocity());
        gripperTouchesTable = false;
    }

    /** Starts a control step of so many substeps. */
    void command(double[] action, int substeps) {
        servo.command(action, substeps);
        gripperTouchesTable = false;
    }

    /** Moves arm and objects by one substep. */
    void substep(TabletopPhysics physics, double dtSeconds) {
        arm.updatePositions(servo.proposeArm(dtSeconds));
        if (ArmClearance.free(arm, servo.finger())) {
            servo.acceptArm();
        } else {
            gripperTouchesTable |= !ArmClearance.gripperFree(arm, servo.finger());
            servo.blockArm();
        }
        arm.updatePositions(servo.position());
        moveFinger(physics, dtSeconds);
        arm.updateVelocities(servo.velocity());
        physics.placeArm(arm, servo);
        physics.substep(dtSeconds, servo.closing());
    }

    private void moveFinger(TabletopPhysics physics, double dtSeconds) {
        double next = servo.proposeFinger(dtSeconds);
        boolean stopped = servo.closing() && physics.fingersBlocked();
        if (stopped || !ArmClearance.free(arm, next)) {
            gripperTouchesTable |= !stopped && !ArmClearance.gripperFree(arm, next);
            servo.blockFinger();
        } else {
            servo.acceptFinger(next, dtSeconds);
        }
    }

    /** True when the table stopped the gripper at some substep of the control step. */
    boolean gripperTouchesTable() {
        return gripperTouchesTable;
    }

    PandaArm arm() {
        return arm;
    }

    JointServo servo() {
        return servo;
    }
}
