package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.StatusCode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Cubes of 0.1 m: `tea` is moved about `box`, which stands at (0.5, 0, 0.05). */
class ConditionsTest {
    private static final double CLOSED = 0.3 * Math.PI / 4;

    private static Condition relation(String function) {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", "tea");
        boolean container = function.endsWith("in_container") || function.endsWith("outside_of");
        arguments.put(container ? "container" : "reference_object", "box");
        return Conditions.create(function, arguments);
    }

    private static ScriptedScene scene(double x, double y, double z) {
        return new ScriptedScene("box", "tea").at("box", 0.5, 0, 0.05).at("tea", x, y, z);
    }

    @ParameterizedTest(name = "{0} at ({1}, {2}, {3}): {4}")
    @CsvSource({
        // inside: radius 0.05 about the axis, from the underside to 0.03 above the rim
        "object_in_container,  0.54,  0.00,  0.05, true",
        "object_in_container,  0.551, 0.00,  0.05, false",
        "object_in_container,  0.535, 0.037, 0.05, false",
        "object_in_container,  0.50,  0.00,  0.129, true",
        "object_in_container,  0.50,  0.00,  0.131, false",
        "object_in_container,  0.50,  0.00, -0.001, false",
        "object_outside_of,    0.551, 0.00,  0.05, true",
        "object_outside_of,    0.50,  0.00,  0.05, false",
        "object_on_top,        0.50,  0.04,  0.15, true",
        "object_on_top,        0.50,  0.04,  0.159, true",
        "object_on_top,        0.50,  0.04,  0.161, false",
        "object_on_top,        0.50,  0.04,  0.139, false",
        "object_on_top,        0.50,  0.061, 0.15, false",
        "object_above,         0.50,  0.00,  0.40, true",
        "object_above,         0.50,  0.00,  0.139, false",
        "object_above,         0.561, 0.00,  0.40, false",
        "object_above_bottom,  0.50,  0.00,  0.05, true",
        "object_above_bottom,  0.50,  0.00, -0.009, true",
        "object_above_bottom,  0.50,  0.00, -0.011, false",
        "object_above_bottom,  0.561, 0.00,  0.30, false",
        "object_below,         0.50,  0.00, -0.041, true",
        "object_below,         0.50,  0.00, -0.039, false",
        "object_left_of,       0.50,  0.091, 0.05, true",
        "object_left_of,       0.50,  0.089, 0.05, false",
        "object_left_of,       0.50, -0.20,  0.05, false",
        "object_right_of,      0.50, -0.091, 0.05, true",
        "object_right_of,      0.50,  0.20,  0.05, false",
        "object_in_front_of,   0.40,  0.00,  0.05, true",
        "object_in_front_of,   0.60,  0.00,  0.05, false",
        "object_behind,        0.60,  0.00,  0.05, true",
        "object_behind,        0.40,  0.00,  0.05, false",
        "object_next_to,       0.649, 0.00,  0.05, true",
        "object_next_to,       0.651, 0.00,  0.05, false",
        "object_next_to,       0.635, 0.135, 0.05, true",
        "object_next_to,       0.637, 0.137, 0.05, false",
        "object_next_to,       0.55,  0.00,  0.05, false",
        "object_next_to,       0.62,  0.00,  0.16, false",
        "object_center_of,     0.507, 0.007, 0.30, true",
        "object_center_of,     0.508, 0.008, 0.30, false"
    })
    void aRelationHoldsByItsThreshold(String function, double x, double y, double z, boolean expected) {
        assertEquals(expected, relation(function).holds(scene(x, y, z)));
    }

    @Test
    void aTippedContainerHoldsNothing() {
        ScriptedScene scene = scene(0.5, 0, 0.05);
        double limit = Math.acos(0.85);
        assertTrue(relation("object_in_container").holds(scene.tilt("box", limit - 0.01)));
        assertFalse(relation("object_in_container").holds(scene.tilt("box", limit + 0.01)));
    }

    @Test
    void aTurnedBoxReachesFurther() {
        ScriptedScene scene = scene(0.5, 0.105, 0.05);
        assertTrue(relation("object_left_of").holds(scene));
        assertFalse(relation("object_left_of").holds(scene.tilt("tea", Math.PI / 4)));
    }

    @Test
    void placedIsLetGoAndAtRest() {
        Condition placed = Conditions.objectPlacedInContainer("tea", "box");
        ScriptedScene scene = scene(0.5, 0, 0.06);
        assertTrue(placed.holds(scene));
        assertFalse(placed.holds(scene.touch("tea")), "in the gripper");
        scene.touch().touchedByArm[scene.of("tea")] = true;
        assertFalse(placed.holds(scene), "under the forearm");
        scene.touchedByArm[scene.of("tea")] = false;
        assertTrue(placed.holds(scene.speed("tea", 0.0499)));
        assertFalse(placed.holds(scene.speed("tea", 0.05)));
        scene.speed("tea", 0).angularSpeed[scene.of("tea")] = 0.5;
        assertFalse(placed.holds(scene), "still turning");
        scene.angularSpeed[scene.of("tea")] = 0;
        assertFalse(placed.holds(scene.at("tea", 0.6, 0, 0.06)), "beside it");
    }

    @ParameterizedTest
    @CsvSource({
        "on_top, 0.50, 0.0, 0.15",
        "outside_of, 0.8, 0.0, 0.05",
        "below, 0.5, 0.0, -0.05",
        "left_of, 0.5, 0.3, 0.05",
        "right_of, 0.5, -0.3, 0.05",
        "in_front_of, 0.2, 0.0, 0.05",
        "behind, 0.8, 0.0, 0.05",
        "next_to, 0.62, 0.0, 0.05"
    })
    void everyPlacedRelationNeedsTheRobotAway(String name, double x, double y, double z) {
        ScriptedScene scene = scene(x, y, z);
        Condition placed = relation("object_placed_" + name);
        assertTrue(placed.holds(scene));
        assertFalse(placed.holds(scene.touch("tea")));
        assertTrue(relation("object_" + name).holds(scene));
        assertTrue(placed.successCode().name().startsWith("OBJECT_PLACED_"), name);
    }

    @Test
    void grabbedIsContactWithAClosingGripper() {
        Condition grabbed = Conditions.objectGrabbed("tea");
        ScriptedScene scene = scene(0.5, 0.3, 0.05).touch("tea");
        assertFalse(grabbed.holds(scene.finger(CLOSED - 0.001)), "an open hand brushes it");
        assertTrue(grabbed.holds(scene.finger(CLOSED)));
        assertFalse(grabbed.holds(scene.touch("box")));
        Condition dropped = Conditions.create("object_dropped", Map.of("object", "tea"));
        assertTrue(dropped.holds(scene));
        assertFalse(dropped.holds(scene.touch("tea")));
    }

    @Test
    void grabbedIsFromTheTasksThresholdUnlessItIsGiven() {
        EventThresholds standard = EventThresholds.DEFAULT;
        EventThresholds late = new EventThresholds(
                standard.contactForceNewton(),
                0.5,
                0.6,
                standard.movingSpeedMetresPerSecond(),
                standard.bumpMetres(),
                standard.moveMetres(),
                standard.sceneCentreMetres(),
                standard.sceneSizeMetres(),
                standard.tippedOverRad());
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", "tea");
        Condition grabbed = Conditions.create("object_grabbed", arguments, late);
        arguments.put("min_finger_rad", 0.3);
        Condition given = Conditions.create("object_grabbed", arguments, late);
        ScriptedScene scene = scene(0.5, 0.3, 0.05).touch("tea");
        assertFalse(grabbed.holds(scene.finger(0.499)));
        assertTrue(grabbed.holds(scene.finger(0.5)));
        assertFalse(given.holds(scene.finger(0.299)));
        assertTrue(given.holds(scene.finger(0.3)));
        assertEquals("object_grabbed(object='tea')", grabbed.callText());
    }

    @Test
    void uprightIsMeasuredAgainstTheVertical() {
        Condition upright = Conditions.create("object_upright", Map.of("object", "tea"));
        ScriptedScene scene = scene(0.5, 0.3, 0.05);
        assertTrue(upright.holds(scene.tilt("tea", 0.099)));
        assertFalse(upright.holds(scene.tilt("tea", -0.101)));
        assertFalse(upright.holds(scene.tilt("tea", Math.PI)), "upside down");
    }

    @Test
    void atIsEachCoordinate() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", "tea");
        arguments.put("position", List.of(0.4, 0.1, 0));
        Condition at = Conditions.create("object_at", arguments);
        assertTrue(at.holds(scene(0.419, 0.081, 0.019)));
        assertFalse(at.holds(scene(0.4, 0.121, 0)));
        assertFalse(at.holds(scene(0.4, 0.1, -0.021)));
        assertEquals("object_at(object='tea', position=[0.4, 0.1, 0])", at.callText());
    }

    @Test
    void stationaryIsAllOfThem() {
        Condition still = Conditions.create("objects_stationary", Map.of("objects", List.of("box", "tea")));
        ScriptedScene scene = scene(0.5, 0.3, 0.05);
        assertTrue(still.holds(scene.speed("tea", 0.009)));
        assertFalse(still.holds(scene.speed("tea", 0.01)));
        scene.speed("tea", 0).angularSpeed[scene.of("box")] = 0.1;
        assertFalse(still.holds(scene));
    }

    @Test
    void stackedIsFromTheLowest() {
        ScriptedScene scene = new ScriptedScene("c", "b", "a");
        scene.at("a", 0.5, 0, 0.05).at("b", 0.5, 0, 0.15).at("c", 0.5, 0, 0.25);
        assertTrue(stacked("a", "b", "c").holds(scene));
        assertFalse(stacked("b", "a", "c").holds(scene));
        assertFalse(stacked("a", "b", "c").holds(scene.at("c", 0.5, 0.2, 0.25)));
    }

    private static Condition stacked(String... objects) {
        return Conditions.create("stacked", Map.of("objects", List.of(objects)));
    }

    @Test
    void inLineIsStraightSpacedAndInOrder() {
        Condition line = Conditions.create("objects_in_line", Map.of("objects", List.of("a", "b", "c")));
        ScriptedScene scene = new ScriptedScene("a", "b", "c");
        scene.at("a", 0.3, 0.0, 0).at("b", 0.4, 0.049, 0).at("c", 0.6, 0, 0);
        assertTrue(line.holds(scene));
        assertFalse(line.holds(scene.at("b", 0.4, 0.051, 0)), "aside");
        assertFalse(line.holds(scene.at("b", 0.31, 0, 0)), "too near to the first");
        assertFalse(line.holds(scene.at("b", 0.7, 0, 0)), "beyond the last");
        assertFalse(line.holds(scene.at("b", 0.4, 0, 0).at("c", 0.3, 0, 0)), "no line");
    }

    @Test
    void theCallTextShowsWhatWasGiven() {
        assertEquals(
                "object_grabbed(object='tea_tin')",
                Conditions.objectGrabbed("tea_tin").callText());
        assertEquals(
                "object_placed_in_container(object='tea', container='box')",
                Conditions.objectPlacedInContainer("tea", "box").callText());
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("objects", List.of("a", "b"));
        arguments.put("tolerance_m", 0.02);
        assertEquals(
                "stacked(objects=['a', 'b'], tolerance_m=0.02)",
                Conditions.create("stacked", arguments).callText());
        assertEquals(List.of("a", "b"), Conditions.create("stacked", arguments).objects());
        assertEquals(
                List.of("tea", "box"),
                Conditions.objectPlacedInContainer("tea", "box").objects());
    }

    @Test
    void anArgumentChangesTheThreshold() {
        Map<String, Object> arguments = new LinkedHashMap<>();
        arguments.put("object", "tea");
        arguments.put("reference_object", "box");
        arguments.put("tolerance_m", 0.1);
        ScriptedScene scene = scene(0.5, 0, 0.24);
        assertFalse(relation("object_on_top").holds(scene));
        assertTrue(Conditions.create("object_on_top", arguments).holds(scene));
    }

    @Test
    void onTopAloneHasNoCodeOfItsOwn() {
        List<String> without = Conditions.names().stream()
                .filter(name -> StatusCode.successOf(name) == StatusCode.UNKNOWN_SUCCESS)
                .toList();
        assertEquals(List.of("object_on_top"), without);
        assertEquals(StatusCode.UNKNOWN_FAILURE, relation("object_on_top").failureCode());
    }

    static Object[][] faults() {
        return new Object[][] {
            {"object_eaten", Map.of(), "Unknown condition 'object_eaten'; known are object_grabbed,"},
            {"object_grabbed", Map.of(), "Condition object_grabbed: argument 'object' is missing."},
            {
                "object_grabbed",
                Map.of("object", 7),
                "Condition object_grabbed: argument 'object' must be the name of an object, given 7."
            },
            {
                "object_grabbed",
                Map.of("object", "tea", "force", 3),
                "Condition object_grabbed has no argument 'force'; known are min_finger_rad, object."
            },
            {
                "object_upright",
                Map.of("object", "tea", "tolerance_rad", -0.1),
                "argument 'tolerance_rad' must be a number that is not negative, given -0.1."
            },
            {
                "object_at",
                Map.of("object", "tea", "position", List.of(1, 2)),
                "argument 'position' must be three coordinates in metres, given [1, 2]."
            },
            {
                "stacked",
                Map.of("objects", List.of("a", "a")),
                "argument 'objects' must be a list of at least 2 different objects, given ['a', 'a']."
            },
            {
                "objects_in_line",
                Map.of("objects", "a"),
                "argument 'objects' must be a list of at least 3 different objects, given 'a'."
            }
        };
    }

    @ParameterizedTest
    @MethodSource("faults")
    void aFaultyCallIsRefusedInASentence(String function, Map<String, Object> arguments, String sentence) {
        String message = assertThrows(IllegalArgumentException.class, () -> Conditions.create(function, arguments))
                .getMessage();
        assertTrue(message.contains(sentence), message);
    }

    @Test
    void anObjectTheSceneLacksIsNamed() {
        String message = assertThrows(
                        IllegalArgumentException.class,
                        () -> Conditions.objectGrabbed("mug")
                                .holds(scene(0, 0, 0).finger(1)))
                .getMessage();
        assertEquals("The scene has no object 'mug'; it has box, tea.", message);
    }
}
