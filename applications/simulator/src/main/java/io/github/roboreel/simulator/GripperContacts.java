package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ode4j.math.DVector3C;
import org.ode4j.ode.DContactJoint;
import org.ode4j.ode.DJoint;
import org.ode4j.ode.OdeHelper;

/**
 * Objects that the gripper is in contact with: at some substep of the control step a component of the force between
 * them exceeded a threshold, summed over their contact points. A hold counts as contact too, its weld stands for the
 * contacts of both pads.
 *
 * <p>The forces are read back from the solver, which does not change what it computes.
 */
final class GripperContacts {
    private final double minForceNewton;
    private final double[][] force;
    private final boolean[] touching;
    private final List<DJoint.DJointFeedback> feedbacks = new ArrayList<>();
    private int[] objectOfFeedback = new int[16];
    private int used;

    GripperContacts(int objects, double minForceNewton) {
        this.minForceNewton = minForceNewton;
        force = new double[objects][3];
        touching = new boolean[objects];
    }

    /** Starts a control step: nothing has touched yet. */
    void beginControlStep() {
        Arrays.fill(touching, false);
    }

    void beginSubstep() {
        used = 0;
    }

    /** A contact point of this substep; the object is the joint's first body. */
    void add(int object, DContactJoint joint) {
        if (used == feedbacks.size()) {
            feedbacks.add(OdeHelper.createJointFeedback());
        }
        if (used == objectOfFeedback.length) {
            objectOfFeedback = Arrays.copyOf(objectOfFeedback, 2 * used);
        }
        joint.setFeedback(feedbacks.get(used));
        objectOfFeedback[used] = object;
        used++;
    }

    /** Reads the forces of the substep just solved. */
    void endSubstep(int heldObject) {
        for (double[] sum : force) {
            Arrays.fill(sum, 0);
        }
        for (int i = 0; i < used; i++) {
            DVector3C f = feedbacks.get(i).f1;
            double[] sum = force[objectOfFeedback[i]];
            for (int k = 0; k < 3; k++) {
                sum[k] += f.get(k);
            }
        }
        for (int object = 0; object < touching.length; object++) {
            touching[object] |= object == heldObject || exceeds(force[object]);
        }
    }

    private boolean exceeds(double[] sum) {
        return Math.abs(sum[0]) > minForceNewton
                || Math.abs(sum[1]) > minForceNewton
                || Math.abs(sum[2]) > minForceNewton;
    }

    boolean touching(int object) {
        return touching[object];
    }
}
