package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class JointMotionTest {
    private record Sample(float[] position, float[] velocity, float[] ee, float[] eeVelocity) {}

    private static List<Sample> record(SimulationSettings settings) {
        List<Sample> samples = new ArrayList<>();
        try (TabletopEnv env = new TabletopEnv(Episodes.defaultTask(), settings)) {
            Episodes.play(env, 8, () -> samples.add(sample(env)));
        }
        return samples;
    }

    private static Sample sample(TabletopEnv env) {
        Sample sample =
                new Sample(new float[TabletopEnv.JOINTS], new float[TabletopEnv.JOINTS], new float[3], new float[3]);
        env.jointPosition(sample.position);
        env.jointVelocity(sample.velocity);
        env.eePosition(sample.ee);
        env.eeLinearVelocity(sample.eeVelocity);
        return sample;
    }

    @Test
    void atThePhysicsRateAVelocityIsExactlyThePositionDifference() {
        double dt = 1.0 / 120;
        List<Sample> samples = record(new SimulationSettings(dt, 1, 800));
        for (int k = 1; k < samples.size(); k++) {
            for (int j = 0; j < TabletopEnv.JOINTS; j++) {
                double difference = (samples.get(k).position[j] - samples.get(k - 1).position[j]) / dt;
                assertEquals(difference, samples.get(k).velocity[j], 2e-4, "step " + k + " joint " + j);
            }
        }
    }

    @Test
    void atThePhysicsRateTheEeVelocityIsTheEePositionDifference() {
        double dt = 1.0 / 120;
        List<Sample> samples = record(new SimulationSettings(dt, 1, 800));
        double fastest = 0;
        for (int k = 1; k < samples.size(); k++) {
            for (int i = 0; i < 3; i++) {
                double difference = (samples.get(k).ee[i] - samples.get(k - 1).ee[i]) / dt;
                assertEquals(difference, samples.get(k).eeVelocity[i], 0.012, "step " + k + " axis " + i);
                fastest = Math.max(fastest, Math.abs(difference));
            }
        }
        assertTrue(fastest > 0.15, "the arm moved");
    }

    @Test
    void atTheControlRateMeanVelocitiesMatchPositionDifferences() {
        List<Sample> samples = record(SimulationSettings.DEFAULT);
        double dt = SimulationSettings.DEFAULT.controlDtSeconds();
        double squares = 0;
        double moved = 0;
        for (int k = 1; k < samples.size(); k++) {
            for (int j = 0; j < PandaArm.JOINTS; j++) {
                double difference = (samples.get(k).position[j] - samples.get(k - 1).position[j]) / dt;
                double mean = (samples.get(k).velocity[j] + samples.get(k - 1).velocity[j]) / 2;
                squares += (difference - mean) * (difference - mean);
                moved += difference * difference;
            }
        }
        double relative = Math.sqrt(squares / moved);
        assertTrue(relative < 0.12, "relative error " + relative);
    }

    @Test
    void limitsOfTheArmAreKept() {
        double dt = 1.0 / 120;
        double[] far = {3, -2, 3, -4, 3, 4, -3, 1};
        try (TabletopEnv env = new TabletopEnv(Episodes.defaultTask(), new SimulationSettings(dt, 1, 0))) {
            env.reset(1);
            float[] velocity = new float[TabletopEnv.JOINTS];
            float[] before = new float[TabletopEnv.JOINTS];
            for (int k = 0; k < 240; k++) {
                env.step(far);
                env.jointVelocity(velocity);
                for (int j = 0; j < PandaArm.JOINTS; j++) {
                    double q = env.armPosition()[j];
                    assertEquals(PandaArm.clampPosition(j, q), q, 1e-6, "joint " + j);
                    assertTrue(Math.abs(velocity[j]) <= PandaArm.velocityMax(j) + 1e-5, "joint " + j);
                    double acceleration = Math.abs(velocity[j] - before[j]) / dt;
                    boolean blocked = velocity[j] == 0;
                    assertTrue(blocked || acceleration <= PandaArm.accelerationMax(j) * 1.001, "joint " + j);
                }
                System.arraycopy(velocity, 0, before, 0, velocity.length);
            }
        }
    }

    @Test
    void theGripperLinkageFollowsTheFingerJoint() {
        try (TabletopEnv env = Episodes.env(2)) {
            Episodes.hold(env, 20, true);
            float[] q = new float[TabletopEnv.JOINTS];
            env.jointPosition(q);
            float finger = q[PandaArm.JOINTS];
            assertEquals(Math.PI / 4, finger, 1e-3);
            for (int j = 0; j < Gripper2F85.JOINTS; j++) {
                assertEquals(finger, Math.abs(q[PandaArm.JOINTS + j]), 1e-6);
            }
            assertEquals(-finger, q[PandaArm.JOINTS + 2], 1e-6, "right_inner_finger_joint mirrors");
        }
    }
}
