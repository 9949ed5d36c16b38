package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.StatusCode;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.tasks.EventThresholds;
import io.github.roboreel.tasks.TaskRules;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What real physics makes the judge say. */
class EventsOfEpisodesTest {
    private static final String GRABBED = "object_grabbed(object='banana')";

    private static List<EpisodeEvent> play(TabletopEnv env, long seed) {
        List<EpisodeEvent> events = new ArrayList<>();
        Episodes.play(env, seed, () -> events.addAll(env.events()));
        return events;
    }

    private static List<String> lines(List<EpisodeEvent> events) {
        return events.stream().map(event -> event.code() + " " + event.info()).toList();
    }

    @Test
    void aStraightSuccessIsGrabCarryReleaseComplete() {
        try (TabletopEnv env = Episodes.env(0)) {
            List<EpisodeEvent> events = play(env, 0);
            assertEquals(
                    List.of(
                            "139 success: " + GRABBED + ". advanced 1 step(s) to step 1 for banana.",
                            "129 success: object_above_bottom(object='banana', reference_object='bowl')."
                                    + " advanced 1 step(s) to step 2 for banana.",
                            "263 Target object dropped during transport",
                            "101 Completed subtask 'pick_and_place' 1/1"),
                    lines(events));
            assertEquals(
                    List.of(1 / 3.0, 2 / 3.0, 2 / 3.0, 1.0),
                    events.stream().map(EpisodeEvent::score).toList());
            assertEquals(env.stepCount(), events.get(3).step());
            assertEquals(3, env.stepCount() - firstStepAtRestInBowl(env) + 1, "steps at rest");
        }
    }

    /** Plays again and notes when the banana first lay in the bowl, released and slow. */
    private static int firstStepAtRestInBowl(TabletopEnv env) {
        int[] first = {0};
        float[] velocity = new float[6];
        Episodes.play(env, 0, () -> {
            float[] banana = Episodes.objectPose(env, "banana");
            float[] bowl = Episodes.objectPose(env, "bowl");
            env.objectRootVelocity(env.objectNames().indexOf("banana"), velocity);
            boolean inside =
                    Math.hypot(banana[0] - bowl[0], banana[1] - bowl[1]) < 0.062 && banana[2] - bowl[2] < 0.065;
            boolean slow = Math.hypot(Math.hypot(velocity[0], velocity[1]), velocity[2]) < 0.05
                    && Math.hypot(Math.hypot(velocity[3], velocity[4]), velocity[5]) < 0.5;
            if (!inside || !slow || env.heldObject() != null) {
                first[0] = env.stepCount() + 1;
            }
        });
        return first[0];
    }

    @Test
    void aDropOnTheWayIsALossAndTheTimeOutSaysWhatIsMissing() {
        try (TabletopEnv env = Episodes.env(2)) {
            List<EpisodeEvent> events = play(env, 2);
            assertEquals(
                    List.of(
                            "139 success: " + GRABBED + ". advanced 1 step(s) to step 1 for banana.",
                            "263 Target object dropped during transport",
                            "248 failed: " + GRABBED + ". regressing to step 0 for banana."),
                    lines(events));
            assertEquals(events.get(1).step(), events.get(2).step());
            assertTrue(env.timedOut());
            assertEquals(StatusCode.OBJECT_GRABBED_FAILURE, env.subtaskStatus());
            assertEquals(0, env.score());
            assertEquals("Incomplete subtask 'pick_and_place' 1/1: waiting for " + GRABBED, env.missing());
        }
    }

    @Test
    void closingOnNothingIsSeenOncePerClosing() {
        try (TabletopEnv env = Episodes.env(3)) {
            assertEquals(List.of("256 Gripper fully closed"), hold(env, 20, true));
            assertEquals(List.of(), hold(env, 20, false));
            assertEquals(List.of("256 Gripper fully closed"), hold(env, 20, true));
        }
    }

    private static List<String> hold(TabletopEnv env, int steps, boolean closed) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < steps; i++) {
            Episodes.hold(env, 1, closed);
            lines.addAll(lines(env.events()));
        }
        return lines;
    }

    @Test
    void theTableIsHitWhenItStopsTheGripper() {
        try (TabletopEnv env = Episodes.env(3)) {
            List<String> events = new ArrayList<>();
            Runnable keep = () -> events.addAll(lines(env.events()));
            Episodes.moveGripper(env, 0.6, -0.4, 0.20, false, keep);
            assertEquals(List.of(), events, "above the table");
            Episodes.moveGripper(env, 0.6, -0.4, 0.05, false, keep);
            assertEquals(List.of("255 Gripper hit table"), events, "once while it presses");
            Episodes.moveGripper(env, 0.6, -0.4, 0.20, false, keep);
            Episodes.moveGripper(env, 0.6, -0.4, 0.05, false, keep);
            assertEquals(2, events.size());
        }
    }

    @Test
    void theWrongObjectIsHitGrabbedAndLetGo() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "banana", RigidTransform.at(0.75, -0.5, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(0.75, 0.5, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, 0.0, 0.029));
            List<String> events = new ArrayList<>();
            Runnable keep = () -> events.addAll(lines(env.events()));
            Episodes.moveGripper(env, 0.45, 0.0, 0.30, false, keep);
            Episodes.moveGripper(env, 0.45, 0.0, 0.172, false, keep);
            assertEquals(List.of(), events, "the open hand goes around it");
            events.addAll(hold(env, 10, true));
            assertEquals("rubiks_cube", env.heldObject());
            assertEquals(
                    List.of(
                            "250 Wrong object grabbed: 'rubiks_cube' (target objects: ['banana'])",
                            "264 Gripper hit object: 'rubiks_cube'"),
                    events);
            events.clear();
            Episodes.moveGripper(env, 0.45, 0.0, 0.30, true, keep);
            events.addAll(hold(env, 5, true));
            String lifted = "258 Object bumped: 'rubiks_cube' nudged 0.1";
            assertTrue(events.size() == 1 && events.get(0).startsWith(lifted), events.toString());
            assertEquals(0, env.score());
            events.clear();
            events.addAll(hold(env, 40, false));
            assertNull(env.heldObject());
            String detached = "257 Wrong object that was grabbed is now detached: 'rubiks_cube'";
            assertEquals(detached, events.get(0));
            String fallen = "258 Object bumped: 'rubiks_cube' nudged 0.";
            assertTrue(events.get(1).startsWith(fallen), events.toString());
            assertEquals(2, events.size(), events.toString());
        }
    }

    @ParameterizedTest
    @CsvSource({"0.1, true", "1000, false"})
    void aPushIsContactFromTheTasksForceOn(double contactForceNewton, boolean seen) {
        try (TabletopEnv env = new TabletopEnv(withContactForce(contactForceNewton), SimulationSettings.DEFAULT)) {
            env.reset(3);
            Episodes.placeObject(env, "banana", RigidTransform.at(0.75, -0.5, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(0.75, 0.5, 0.02));
            Episodes.moveGripper(env, 0.45, -0.15, 0.30, true);
            Episodes.moveGripper(env, 0.45, -0.15, 0.185, true);
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, -0.05, 0.029));
            Episodes.hold(env, 8, true);
            List<String> events = new ArrayList<>();
            Runnable keep = () -> events.addAll(lines(env.events()));
            Episodes.moveGripper(env, 0.45, 0.05, 0.185, true, keep);
            assertTrue(Episodes.objectPose(env, "rubiks_cube")[1] > 0, "it was pushed");
            assertEquals(seen, events.contains("264 Gripper hit object: 'rubiks_cube'"));
        }
    }

    private static TaskDefinition withContactForce(double newton) {
        TaskDefinition task = Episodes.defaultTask();
        EventThresholds standard = EventThresholds.DEFAULT;
        EventThresholds thresholds = new EventThresholds(
                newton,
                standard.slightlyClosedRad(),
                standard.fullyClosedRad(),
                standard.movingSpeedMetresPerSecond(),
                standard.bumpMetres(),
                standard.moveMetres(),
                standard.sceneCentreMetres(),
                standard.sceneSizeMetres(),
                standard.tippedOverRad());
        return new TaskDefinition(
                task.name(),
                task.instructions(),
                task.attributes(),
                task.target(),
                task.container(),
                task.episodeLengthSeconds(),
                task.objects(),
                new TaskRules(task.rules().subtasks(), List.of(), List.of(), thresholds),
                task.fileJson());
    }

    @Test
    void aBumpTellsThisEnvsOwnWayFromWhereTheObjectLay() {
        try (TabletopEnv env = Episodes.env(3)) {
            float[] start = Episodes.objectPose(env, "bowl");
            Episodes.placeObject(env, "bowl", RigidTransform.at(0.75, 0.5, 0.25));
            List<String> events = hold(env, 60, false);
            float[] end = Episodes.objectPose(env, "bowl");
            double way = Math.hypot(Math.hypot(end[0] - start[0], end[1] - start[1]), end[2] - start[2]);
            assertEquals(1, events.size(), events.toString());
            String[] parts = events.get(0).split("nudged ");
            assertEquals("258 Object bumped: 'bowl' ", parts[0]);
            assertEquals(way, Double.parseDouble(parts[1].replace("m", "")), 0.002);
        }
    }

    @Test
    void whatLeavesTheSceneIsReportedUnlessItIsTheTarget() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.5, 1.2, 0.03));
            Episodes.placeObject(env, "banana", RigidTransform.at(0.5, -1.2, 0.03));
            assertEquals(List.of("260 Object out of scene: 'rubiks_cube'"), hold(env, 2, false));
        }
    }

    @Test
    void theNextEpisodeStartsWithoutALeftover() {
        try (TabletopEnv fresh = Episodes.env(0);
                TabletopEnv used = Episodes.env(2)) {
            play(used, 2);
            assertEquals(play(fresh, 0), play(used, 0));
            used.reset(7);
            assertEquals(0, used.score());
            assertEquals(List.of(), used.events());
            assertEquals(StatusCode.OK, used.subtaskStatus());
        }
    }

    @Test
    void envsSteppedInTurnsSayWhatTheySayAlone() {
        List<List<EpisodeEvent>> alone = new ArrayList<>();
        try (TabletopEnv env = Episodes.env(0)) {
            alone.add(play(env, 0));
            alone.add(play(env, 2));
        }
        assertFalse(alone.get(0).equals(alone.get(1)));
        List<TabletopEnv> envs = List.of(Episodes.env(0), Episodes.env(2));
        List<List<EpisodeEvent>> together = List.of(new ArrayList<>(), new ArrayList<>());
        List<TabletopPolicy> policies = List.of(policy(envs.get(0), 0), policy(envs.get(1), 2));
        double[] action = new double[TabletopEnv.ACTION_SIZE];
        for (int step = 0; step < 300; step++) {
            for (int i = 0; i < 2; i++) {
                TabletopEnv env = envs.get(i);
                if (env.outcome() == StepOutcome.RUNNING) {
                    policies.get(i).act(env, action);
                    env.step(action);
                    together.get(i).addAll(env.events());
                }
            }
        }
        envs.forEach(TabletopEnv::close);
        assertEquals(alone, together);
    }

    private static TabletopPolicy policy(TabletopEnv env, long seed) {
        TabletopPolicy policy = Episodes.policy(TabletopPolicies.SCRIPTED);
        policy.reset(env, seed + Episodes.POLICY_SEED);
        return policy;
    }
}
