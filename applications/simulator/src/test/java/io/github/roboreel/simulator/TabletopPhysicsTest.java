package io.github.roboreel.simulator;

import static io.github.roboreel.simulator.Episodes.objectPose;
import static io.github.roboreel.simulator.Episodes.objectVelocity;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TabletopPhysicsTest {
    private static final double CLEAR_X = 0.75;
    private static final double CLEAR_Y = -0.5;

    @Test
    void aFreeObjectFallsLikeGravitySays() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.5));
            Episodes.hold(env, 2, false);
            double seconds = 2 * env.settings().controlDtSeconds();
            double expected = 0.5 + 0.5 * TabletopPhysics.GRAVITY * seconds * seconds;
            assertEquals(expected, objectPose(env, "rubiks_cube")[2], 0.01);
            assertEquals(TabletopPhysics.GRAVITY * seconds, objectVelocity(env, "rubiks_cube")[2], 0.01);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"banana", "bowl", "rubiks_cube"})
    void aFallenObjectComesToRestOnTheTable(String object) {
        try (TabletopEnv env = Episodes.env(3)) {
            RigidTransform pose = RigidTransform.at(CLEAR_X, CLEAR_Y, 0.2);
            pose.setAxisAngle(1, 0, 0, 0.25);
            Episodes.placeObject(env, object, pose);
            Episodes.hold(env, 60, false);
            float[] rested = objectPose(env, object);
            double height = ObjectCatalog.get(object).restHeight();
            assertEquals(height, rested[2], 0.002, "stands on the table");
            assertEquals(CLEAR_X, rested[0], 0.1);
            for (float v : objectVelocity(env, object)) {
                assertEquals(0, v, 0.01, "at rest");
            }
            Episodes.hold(env, 15, false);
            assertEquals(rested[0], objectPose(env, object)[0], 0.001, "and stays");
        }
    }

    @Test
    void oneObjectCarriesAnother() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "bowl", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.12));
            Episodes.hold(env, 60, false);
            float[] cube = objectPose(env, "rubiks_cube");
            double inBowl = ObjectCatalog.BOWL_WALL + ObjectCatalog.CUBE_EDGE / 2;
            assertEquals(inBowl, cube[2], 0.012, "lies on the bowl's floor, not on the table");
        }
    }

    @Test
    void contactWithTheArmPushesAnObject() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "banana", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(CLEAR_X, -CLEAR_Y, 0.02));
            Episodes.moveGripper(env, 0.45, -0.15, 0.30, true);
            Episodes.moveGripper(env, 0.45, -0.15, 0.185, true);
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, -0.05, 0.029));
            Episodes.hold(env, 8, true);
            assertEquals(-0.05, objectPose(env, "rubiks_cube")[1], 0.002, "untouched so far");
            Episodes.moveGripper(env, 0.45, 0.05, 0.185, true);
            float[] cube = objectPose(env, "rubiks_cube");
            assertTrue(cube[1] > 0.05 + 0.02, "pushed ahead of the finger, y = " + cube[1]);
            assertEquals(0.0285, cube[2], 0.003, "slid on the table");
            assertNull(env.heldObject(), "pushed, not held");
        }
    }

    @Test
    void aGraspedObjectFollowsTheGripperAndFallsWhenItOpens() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "banana", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(CLEAR_X, -CLEAR_Y, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, 0.0, 0.029));
            Episodes.moveGripper(env, 0.45, 0.0, 0.30, false);
            Episodes.moveGripper(env, 0.45, 0.0, 0.172, false);
            assertNull(env.heldObject());
            Episodes.hold(env, 10, true);
            assertEquals("rubiks_cube", env.heldObject());
            double[][] way = {{0.45, 0, 0.4}, {0.5, 0.2, 0.45}, {0.4, -0.2, 0.35}, {0.5, 0.0, 0.45}};
            for (double[] point : way) {
                Episodes.moveGripper(env, point[0], point[1], point[2], true);
                assertTrue(distanceToPads(env, "rubiks_cube") < 0.03, "held at " + distanceToPads(env, "rubiks_cube"));
                assertTrue(env.fingerPosition() > 0.2, "finger_joint is closed on the cube");
            }
            float before = objectPose(env, "rubiks_cube")[2];
            assertTrue(before > 0.2);
            Episodes.hold(env, 4, false);
            assertNull(env.heldObject());
            assertTrue(objectPose(env, "rubiks_cube")[2] < before - 0.05, "falls");
            Episodes.hold(env, 40, false);
            assertTrue(objectPose(env, "rubiks_cube")[2] < 0.05, "lands on the table");
        }
    }

    @Test
    void aHeldObjectPressedAgainstTheTableSlips() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "banana", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(CLEAR_X, -CLEAR_Y, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, 0.0, 0.029));
            Episodes.moveGripper(env, 0.45, 0.0, 0.30, false);
            Episodes.moveGripper(env, 0.45, 0.0, 0.19, false);
            Episodes.hold(env, 10, true);
            assertEquals("rubiks_cube", env.heldObject());
            boolean slipped = false;
            for (int i = 0; i < 6; i++) {
                Episodes.moveGripper(env, 0.45, 0.0, 0.187 - 0.004 * i, true);
                slipped |= env.heldObject() == null;
            }
            assertTrue(slipped, "150 N are not enough to push a cube through a table");
            assertEquals(0.0285, objectPose(env, "rubiks_cube")[2], 0.01, "still on the table");
        }
    }

    @Test
    void theForearmTouchesWithoutTheGripper() {
        try (TabletopEnv env = Episodes.env(3)) {
            double[] onForearm = new double[3];
            env.arm().link(5).apply(0, 0.05, -0.16, onForearm, 0);
            double above = onForearm[2] + 0.055 + ObjectCatalog.CUBE_EDGE / 2 + 0.01;
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(onForearm[0], onForearm[1], above));
            int cube = env.objectNames().indexOf("rubiks_cube");
            boolean touched = false;
            for (int i = 0; i < 3; i++) {
                Episodes.hold(env, 1, false);
                touched |= env.physics().touchedByArm(cube);
                assertFalse(env.physics().gripperTouches(cube), "step " + i);
            }
            assertTrue(touched, "the cube fell on the forearm");
        }
    }

    @Test
    void anObjectInTheGripperIsInContactUntilItIsLetGo() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.placeObject(env, "banana", RigidTransform.at(CLEAR_X, CLEAR_Y, 0.018));
            Episodes.placeObject(env, "bowl", RigidTransform.at(CLEAR_X, -CLEAR_Y, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(0.45, 0.0, 0.029));
            int cube = env.objectNames().indexOf("rubiks_cube");
            Episodes.moveGripper(env, 0.45, 0.0, 0.30, false);
            Episodes.moveGripper(env, 0.45, 0.0, 0.172, false);
            assertFalse(env.physics().gripperTouches(cube), "the open fingers stand around it");
            Episodes.hold(env, 10, true);
            assertTrue(env.physics().gripperTouches(cube), "closed on it");
            Episodes.moveGripper(
                    env, 0.45, 0.0, 0.35, true, () -> assertTrue(env.physics().gripperTouches(cube), "carried"));
            Episodes.hold(env, 3, false);
            assertFalse(env.physics().gripperTouches(cube), "falling");
            for (int other = 0; other < env.objectNames().size(); other++) {
                assertFalse(env.physics().gripperTouches(other));
            }
        }
    }

    private static double distanceToPads(TabletopEnv env, String object) {
        double[] pads = new double[3];
        env.arm().link(PandaArm.FLANGE).apply(0, 0, Gripper2F85.padZ(env.fingerPosition()), pads, 0);
        float[] pose = objectPose(env, object);
        return Math.sqrt(
                Math.pow(pads[0] - pose[0], 2) + Math.pow(pads[1] - pose[1], 2) + Math.pow(pads[2] - pose[2], 2));
    }

    @Test
    void closingOnNothingHoldsNothing() {
        try (TabletopEnv env = Episodes.env(3)) {
            Episodes.hold(env, 20, true);
            assertNull(env.heldObject());
            assertEquals(Gripper2F85.CLOSED_RAD, env.fingerPosition(), 1e-3);
            assertEquals(1, env.gripperPosition(), 1e-2);
        }
    }

    @Test
    void theArmDoesNotGoThroughTheTable() {
        try (TabletopEnv env = Episodes.env(3)) {
            assertNotNull(env.task());
            Episodes.moveGripper(env, 0.6, -0.4, 0.05, true);
            float[] ee = new float[3];
            env.eePosition(ee);
            double reach = Gripper2F85.padZ(env.fingerPosition()) + Gripper2F85.PAD_HALF_Z;
            assertTrue(ee[2] - reach > -0.001, "fingertips stop at the table, height " + (ee[2] - reach));
        }
    }
}
