package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class TabletopEnvTest {
    @Test
    void cornersAreOrderedByBitsAndCentreOnTheCentroid() {
        try (TabletopEnv env = Episodes.env(6)) {
            RigidTransform turned = RigidTransform.atYaw(0.7, -0.4, 0.3, 0.6);
            Episodes.placeObject(env, "banana", turned);
            Episodes.hold(env, 1, false);
            for (int object = 0; object < env.objectNames().size(); object++) {
                float[] corners = new float[24];
                float[] centroid = new float[3];
                env.objectCorners(object, corners);
                env.objectCentroid(object, centroid);
                ObjectModel model = env.model(object);
                for (int axis = 0; axis < 3; axis++) {
                    double edge = model.box().max()[axis] - model.box().min()[axis];
                    for (int corner = 0; corner < 8; corner++) {
                        if ((corner >> axis & 1) == 0) {
                            assertEquals(edge, distance(corners, corner, corner | 1 << axis), 1e-5);
                        }
                    }
                    double mean = 0;
                    for (int corner = 0; corner < 8; corner++) {
                        mean += corners[3 * corner + axis] / 8;
                    }
                    assertEquals(mean, centroid[axis], 1e-5);
                }
                assertTrue(corners[14] > corners[2], "corner 4 lies above corner 0 when the object stands");
            }
        }
    }

    private static double distance(float[] points, int a, int b) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            sum += Math.pow(points[3 * a + k] - points[3 * b + k], 2);
        }
        return Math.sqrt(sum);
    }

    @Test
    void quaternionsTurnAxesLikeTheRotationMatrix() {
        RigidTransform frame = new RigidTransform();
        for (double angle = -3.1; angle < 3.1; angle += 0.37) {
            for (double[] axis : new double[][] {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0.6, 0, 0.8}}) {
                frame.setAxisAngle(axis[0], axis[1], axis[2], angle);
                double[] q = new double[4];
                frame.quaternion(q, 0);
                RigidTransform back = Episodes.frameOf(q[0], q[1], q[2], q[3]);
                assertArrayEquals(frame.r, back.r, 1e-12);
                assertTrue(q[0] >= 0);
            }
        }
    }

    @Test
    void startStateIsAtRestAndTheRobotsBaseIsTheOrigin() {
        try (TabletopEnv env = Episodes.env(6)) {
            float[] pose = new float[7];
            env.robotRootPose(pose);
            assertArrayEquals(new float[] {0, 0, 0, 1, 0, 0, 0}, pose);
            assertEquals(0, env.simTimeSeconds());
            for (String object : env.objectNames()) {
                for (float v : Episodes.objectVelocity(env, object)) {
                    assertEquals(0, v, 0.1);
                }
            }
        }
    }

    @Test
    void badCallsAreRefusedInASentence() {
        try (TabletopEnv env = new TabletopEnv(Episodes.defaultTask(), SimulationSettings.DEFAULT)) {
            assertEquals(
                    "The env has no episode; call reset(seed) first.",
                    assertThrows(IllegalStateException.class, () -> env.step(new double[8]))
                            .getMessage());
            env.reset(1);
            assertEquals(
                    "An action has 8 values, given 7.",
                    assertThrows(IllegalArgumentException.class, () -> env.step(new double[7]))
                            .getMessage());
            double[] nan = new double[8];
            nan[3] = Double.NaN;
            assertEquals(
                    "Action value 3 must be finite, given NaN.",
                    assertThrows(IllegalArgumentException.class, () -> env.step(nan))
                            .getMessage());
        }
        assertThrows(IllegalArgumentException.class, () -> new SimulationSettings(0.5, 8, 0));
        assertThrows(IllegalArgumentException.class, () -> new SimulationSettings(0.01, 0, 0));
    }
}
