package com.example;

import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.Observation;
import io.github.roboreel.simulation.Policy;

/** Computes the joint angles that bring the fingertip to the ball, and drives each joint there with a PD controller. */
final class ReachPolicy implements Policy {
    /** Yaw, shoulder, elbow; N m/rad. */
    private static final double[] STIFFNESS = {30, 60, 20};
    /** N m s/rad. */
    private static final double[] DAMPING = {2, 3, 1};

    private final ActionSpace space;
    private final Field position;
    private final Field velocity;
    private final Field target;

    ReachPolicy(FieldSchema schema, ActionSpace space) {
        this.space = space;
        position = schema.field(MujocoFields.JOINT_POSITION);
        velocity = schema.field(MujocoFields.JOINT_VELOCITY);
        target = schema.field(ArmTask.TARGET);
    }

    @Override
    public void reset(Observation first, long seed) {}

    @Override
    public void act(Observation now, double[] actionOut) {
        double[] angles = now.doubles(position);
        double[] speeds = now.doubles(velocity);
        double[] wanted = angles(now.doubles(target));
        for (int i = 0; i < wanted.length; i++) {
            ActionSpace.Value bounds = space.values().get(i);
            double torque = STIFFNESS[i] * (wanted[i] - angles[i]) - DAMPING[i] * speeds[i];
            actionOut[i] = Math.max(bounds.low(), Math.min(bounds.high(), torque));
        }
    }

    /** Angles of yaw, shoulder and elbow, rad, with the elbow up. */
    private static double[] angles(double[] point) {
        double out = Math.hypot(point[0], point[1]);
        double up = point[2] - ArmTask.SHOULDER_HEIGHT;
        double distance = Math.hypot(out, up);
        double shoulder = Math.atan2(up, out) + corner(ArmTask.UPPER_ARM, distance, ArmTask.FOREARM);
        double elbow = corner(ArmTask.UPPER_ARM, ArmTask.FOREARM, distance) - Math.PI;
        return new double[] {Math.atan2(point[1], point[0]), shoulder, elbow};
    }

    /** The angle of a triangle between its sides a and b. */
    private static double corner(double a, double b, double opposite) {
        double cosine = (a * a + b * b - opposite * opposite) / (2 * a * b);
        return Math.acos(Math.max(-1, Math.min(1, cosine)));
    }
}
