package io.github.roboreel.simulator;

import java.util.Arrays;
import java.util.List;
import org.ode4j.math.DVector3C;
import org.ode4j.ode.DBody;
import org.ode4j.ode.DFixedJoint;
import org.ode4j.ode.DJoint;
import org.ode4j.ode.DWorld;
import org.ode4j.ode.OdeHelper;

/**
 * Holds an object by a weld that stands for the friction of two rubber pads.
 *
 * <p>The weld is made only while the gripper is commanded to close and both pads really touch the same object from
 * opposite sides. It goes when the gripper is commanded to open, or when it would have to carry more than
 * {@link #MAX_FORCE_NEWTON} (the object slips, for instance because it is pressed against the table).
 */
final class Grasp {
    /** A 2F-85 closes with up to 235 N; two rubber pads then carry about this much sideways. */
    static final double MAX_FORCE_NEWTON = 150;

    /** Least alignment of a contact's normal with the closing direction. */
    private static final double MIN_ALIGNMENT = 0.5;

    /** Substeps after a slip in which nothing is held again, so that a slipping object really falls. */
    private static final int SLIP_SUBSTEPS = 30;

    private final DWorld world;
    private final ArmBodies arm;
    private final boolean[] left;
    private final boolean[] right;
    private final boolean[] touched;
    private final DJoint.DJointFeedback feedback = OdeHelper.createJointFeedback();
    private DFixedJoint weld;
    private DBody heldBody;
    private int held = -1;
    private int slipping = -1;
    private int slipSubsteps;

    Grasp(DWorld world, ArmBodies arm, int objects) {
        this.world = world;
        this.arm = arm;
        left = new boolean[objects];
        right = new boolean[objects];
        touched = new boolean[objects];
    }

    void clearTouches() {
        Arrays.fill(left, false);
        Arrays.fill(right, false);
        Arrays.fill(touched, false);
    }

    void touch(int object, DBody armBody, DVector3C normal) {
        touched[object] = true;
        double alignment = Math.abs(alongClosing(normal));
        if (alignment >= MIN_ALIGNMENT) {
            left[object] |= armBody == arm.body(ArmBodies.LEFT_PAD);
            right[object] |= armBody == arm.body(ArmBodies.RIGHT_PAD);
        }
    }

    private double alongClosing(DVector3C normal) {
        DBody hand = arm.body(ArmBodies.HAND);
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += normal.get(k) * hand.getRotation().get(k, 1);
        }
        return sum;
    }

    void tryHold(List<DBody> objects) {
        if (held >= 0) {
            slipWhenOverloaded();
            return;
        }
        if (slipping >= 0) {
            slipSubsteps--;
            slipping = slipSubsteps > 0 ? slipping : -1;
            return;
        }
        for (int i = 0; i < objects.size() && held < 0; i++) {
            if (left[i] && right[i]) {
                hold(i, objects.get(i));
            }
        }
    }

    private void hold(int object, DBody body) {
        weld = OdeHelper.createFixedJoint(world);
        weld.attach(body, arm.body(ArmBodies.HAND));
        weld.setFixed();
        weld.setFeedback(feedback);
        feedback.f1.setZero();
        body.setAutoDisableFlag(false);
        body.enable();
        heldBody = body;
        held = object;
    }

    private void slipWhenOverloaded() {
        if (feedback.f1.length() > MAX_FORCE_NEWTON) {
            slipping = held;
            slipSubsteps = SLIP_SUBSTEPS;
            dropWeld();
        }
    }

    /** The gripper is commanded to open. */
    void release() {
        slipping = -1;
        if (held >= 0) {
            dropWeld();
        }
    }

    private void dropWeld() {
        weld.destroy();
        weld = null;
        heldBody.setAutoDisableFlag(true);
        heldBody.enable();
        held = -1;
    }

    /** True for the object between the pads, held or slipping: the weld stands for its contacts with the arm. */
    boolean carries(int object) {
        return object == held || object == slipping;
    }

    /** True while an object between the pads keeps the fingers from closing further. */
    boolean blocksFingers() {
        return held >= 0 || slipping >= 0;
    }

    int heldObject() {
        return held;
    }

    boolean touched(int object) {
        return touched[object];
    }
}
