package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class PandaArmTest {
    @Test
    void zeroPostureIsTheMakersDrawing() {
        PandaArm arm = new PandaArm();
        arm.updatePositions(new double[PandaArm.JOINTS]);
        RigidTransform flange = arm.link(PandaArm.FLANGE);
        assertArrayEquals(new double[] {0.088, 0, 0.333 + 0.316 + 0.384 - 0.107}, flange.p, 1e-12);
        assertArrayEquals(new double[] {1, 0, 0, 0, -1, 0, 0, 0, -1}, flange.r, 1e-12);
    }

    @Test
    void restPosturePointsStraightDown() {
        PandaArm arm = new PandaArm();
        double[] q = new double[PandaArm.JOINTS];
        for (int j = 0; j < q.length; j++) {
            q[j] = PandaArm.rest(j);
        }
        arm.updatePositions(q);
        assertEquals(-1, arm.link(PandaArm.FLANGE).r[8], 1e-12);
        assertTrue(arm.link(PandaArm.FLANGE).p[0] > 0.3);
    }

    @Property(tries = 200)
    void velocitiesAreDerivativesOfPositionsAndEqualTheJacobian(
            @ForAll @Size(14) List<@DoubleRange(min = -10, max = 10) Double> values) {
        double[] q = new double[PandaArm.JOINTS];
        double[] qd = new double[PandaArm.JOINTS];
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            q[j] = PandaArm.clampPosition(j, Math.IEEEremainder(values.get(j), 3));
            qd[j] = Math.IEEEremainder(values.get(7 + j), 2);
        }
        PandaArm arm = new PandaArm();
        arm.updatePositions(q);
        arm.updateVelocities(qd);
        double[] analytic = arm.linearVelocity(PandaArm.FLANGE).clone();
        double[] jacobian = new double[42];
        arm.jacobian(jacobian);
        double h = 1e-6;
        double[] ahead = q.clone();
        double[] behind = q.clone();
        for (int j = 0; j < PandaArm.JOINTS; j++) {
            ahead[j] += h * qd[j];
            behind[j] -= h * qd[j];
        }
        arm.updatePositions(ahead);
        double[] after = arm.link(PandaArm.FLANGE).p.clone();
        arm.updatePositions(behind);
        double[] before = arm.link(PandaArm.FLANGE).p;
        for (int i = 0; i < 3; i++) {
            double viaJacobian = 0;
            for (int j = 0; j < PandaArm.JOINTS; j++) {
                viaJacobian += jacobian[i * PandaArm.JOINTS + j] * qd[j];
            }
            assertEquals((after[i] - before[i]) / (2 * h), analytic[i], 1e-6);
            assertEquals(viaJacobian, analytic[i], 1e-9);
        }
    }

    @Property(tries = 200)
    void inverseKinematicsReachesTheWorkspace(
            @ForAll @DoubleRange(min = 0.34, max = 0.6) double x,
            @ForAll @DoubleRange(min = -0.3, max = 0.3) double y,
            @ForAll @DoubleRange(min = 0.17, max = 0.45) double z,
            @ForAll @DoubleRange(min = -1.5, max = 1.5) double yaw) {
        double[] q = new double[PandaArm.JOINTS];
        for (int j = 0; j < q.length; j++) {
            q[j] = PandaArm.rest(j);
        }
        RigidTransform down = RigidTransform.atYaw(0, 0, 0, 0);
        down.setAxisAngle(1, 0, 0, Math.PI);
        RigidTransform target = new RigidTransform().setProduct(RigidTransform.atYaw(x, y, z, yaw), down);
        InverseKinematics inverse = new InverseKinematics();
        double remaining = Double.MAX_VALUE;
        for (int i = 0; i < 5 && remaining > 1e-4; i++) {
            remaining = inverse.solve(target, q);
        }
        assertTrue(remaining < 1e-4, "remaining error " + remaining);
        for (int j = 0; j < q.length; j++) {
            assertTrue(q[j] >= PandaArm.positionMin(j) && q[j] <= PandaArm.positionMax(j));
        }
    }

    @Test
    void gripperOpensTo85MillimetresAndCloses() {
        double open = 2 * (Gripper2F85.padY(0) - Gripper2F85.PAD_HALF_Y);
        double closed = 2 * (Gripper2F85.padY(Gripper2F85.CLOSED_RAD) - Gripper2F85.PAD_HALF_Y);
        assertEquals(0.085, open, 0.001);
        assertEquals(0.0, closed, 0.003);
    }
}
