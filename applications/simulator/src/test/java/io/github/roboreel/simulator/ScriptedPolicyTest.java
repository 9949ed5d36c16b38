package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.simulation.CameraRequest;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ScriptedPolicyTest {
    private static final int EPISODES = 100;

    @ParameterizedTest
    @ValueSource(strings = {"BananaInBowlTask", "RubiksCubeInBowlTask", "BananaInBowlCrowdedTask"})
    void oftenSucceedsAndSometimesFails(String task) {
        int successes = 0;
        int timeOuts = 0;
        long steps = 0;
        Set<Integer> lengths = new TreeSet<>();
        long start = System.nanoTime();
        try (TabletopEnv env = new TabletopEnv(Episodes.task(task), SimulationSettings.DEFAULT)) {
            for (int episode = 0; episode < EPISODES; episode++) {
                StepOutcome outcome = Episodes.play(env, episode, () -> {});
                successes += outcome == StepOutcome.SUCCESS ? 1 : 0;
                timeOuts += outcome == StepOutcome.TIME_OUT ? 1 : 0;
                lengths.add(env.stepCount());
                steps += env.stepCount();
                if (outcome == StepOutcome.SUCCESS) {
                    assertTargetLiesInContainer(env, "episode " + episode);
                }
                assertJudgedAlike(env, outcome == StepOutcome.SUCCESS, "episode " + episode);
            }
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        System.out.printf("%s: %d/%d, %.0f env-steps/s%n", task, successes, EPISODES, steps / seconds);
        assertTrue(successes >= 40 && successes <= 90, "successes " + successes);
        assertEquals(EPISODES, successes + timeOuts);
        assertTrue(lengths.size() >= 20, "lengths " + lengths);
    }

    /** Success, score, status and completed subtasks agree. */
    private static void assertJudgedAlike(TabletopEnv env, boolean success, String episode) {
        assertEquals(success, env.score() == 1.0, episode);
        assertEquals(success, env.subtaskStatus().isSuccess(), episode);
        assertEquals(!success, env.subtaskStatus().isFailure(), episode);
        assertEquals(success ? 1 : 0, env.completedSubtasks(), episode);
        assertEquals(success, env.missing().isEmpty(), episode);
        assertEquals(success ? "Completed subtask 'pick_and_place' 1/1" : "", env.subtaskInfo(), episode);
    }

    /** Judged again from the recorded poses: inside horizontally, below rim plus margin, released. */
    private static void assertTargetLiesInContainer(TabletopEnv env, String episode) {
        float[] target = Episodes.objectPose(env, env.task().target());
        float[] bowl = Episodes.objectPose(env, env.task().container());
        double aside = Math.hypot(target[0] - bowl[0], target[1] - bowl[1]);
        assertTrue(aside < 0.0621, episode + ": aside " + aside);
        assertTrue(target[2] - bowl[2] < 0.0651, episode + ": height " + (target[2] - bowl[2]));
        assertNotEquals(env.task().target(), env.heldObject(), episode);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hold", "noise"})
    void otherPoliciesRunIntoTheStepLimit(String name) {
        SimulationSettings settings = SimulationSettings.DEFAULT.withMaxSteps(90);
        try (TabletopEnv env = new TabletopEnv(Episodes.defaultTask(), settings)) {
            env.reset(4);
            TabletopPolicy policy = Episodes.policy(name);
            policy.reset(env, 4);
            double[] action = new double[TabletopEnv.ACTION_SIZE];
            double travelled = 0;
            double[] before = env.armPosition().clone();
            while (env.outcome() == StepOutcome.RUNNING) {
                policy.act(env, action);
                env.step(action);
                for (int j = 0; j < PandaArm.JOINTS; j++) {
                    travelled += Math.abs(env.armPosition()[j] - before[j]);
                }
                before = env.armPosition().clone();
            }
            assertTrue(env.timedOut());
            assertEquals(90, env.stepCount());
            assertEquals(6.0, env.simTimeSeconds(), 1e-9);
            assertEquals(name.equals("noise"), travelled > 1, "travelled " + travelled + " rad");
        }
    }

    @Test
    void aSimulationOfAnotherKindIsRefused() {
        RecordingBatch batch = Episodes.batch("hold", 1, 0, 0, CameraRequest.NONE);
        for (TabletopPolicies.Provider provider : TabletopPolicies.all()) {
            assertEquals(Optional.empty(), provider.objectionTo(null, batch.simulation()));
            assertEquals(Optional.of("it knows the tabletop only"), provider.objectionTo(null, null));
        }
    }
}
