package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One target, `tea`, whose subtask never moves; everything else is events around it. */
class EventTrackerTest {
    private static final double CLOSED = 0.3 * Math.PI / 4;
    private static final double FULLY = 0.75 * Math.PI / 4;

    private final ScriptedScene scene = new ScriptedScene("mug", "tea", "can", "table");
    private Judging judging = new Judging(rules(), scene);

    private static Subtask never(String name, String... objects) {
        Condition never = new Condition("never", Map.of(), List.of(), s -> false);
        ObjectGroup[] groups = new ObjectGroup[objects.length];
        for (int i = 0; i < objects.length; i++) {
            groups[i] = new ObjectGroup(objects[i], List.of(Stage.of(never)));
        }
        return Subtask.all(name, groups);
    }

    private static TaskRules rules(String... upright) {
        return new TaskRules(List.of(never("wait", "tea")), List.of(), List.of(upright), EventThresholds.DEFAULT);
    }

    private void expect(String... events) {
        assertEquals(List.of(events), judging.step(scene));
    }

    @Test
    void aWrongGrabIsReportedOnceAndItsReleaseHasItsOwnCode() {
        scene.touch("mug");
        expect("1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0");
        scene.finger(CLOSED);
        String grab = " 250 WRONG_OBJECT_GRABBED_FAILURE: Wrong object grabbed: 'mug' (target objects: ['tea']) @0.0";
        String release = " 257 WRONG_OBJECT_DETACHED: Wrong object that was grabbed is now detached: 'mug' @0.0";
        expect("2" + grab);
        expect();
        scene.finger(CLOSED - 1e-9);
        expect("4" + release);
        expect();
        scene.finger(CLOSED);
        expect("6" + grab);
        scene.touch();
        expect("7" + release);
    }

    @Test
    void theFirstWrongObjectInTheOrderOfContactsIsReported() {
        judging = new Judging(
                new TaskRules(
                        List.of(never("wait", "tea")),
                        List.of("tea", "can", "mug"),
                        List.of(),
                        EventThresholds.DEFAULT),
                scene);
        scene.finger(CLOSED).touch("mug", "can", "tea");
        List<String> events = judging.step(scene);
        assertTrue(events.get(0).contains("Wrong object grabbed: 'can'"), events.get(0));
        assertEquals(
                List.of(
                        "1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'can' @0.0",
                        "1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0",
                        "1 265 MULTIPLE_OBJECTS_GRABBED: Multiple objects grabbed @0.0"),
                events.subList(1, events.size()));
        scene.touch("mug", "tea");
        expect(
                "2 257 WRONG_OBJECT_DETACHED: Wrong object that was grabbed is now detached: 'can' @0.0",
                "2 250 WRONG_OBJECT_GRABBED_FAILURE: Wrong object grabbed: 'mug' (target objects: ['tea']) @0.0");
    }

    @Test
    void onlyListedContactsAreWatched() {
        judging = new Judging(
                new TaskRules(List.of(never("wait", "tea")), List.of("tea"), List.of(), EventThresholds.DEFAULT),
                scene);
        scene.finger(CLOSED).touch("mug", "can");
        expect();
    }

    @Test
    void theTableIsNoObject() {
        scene.finger(CLOSED).touch("table", "tea").speed("table", 1).at("table", 0.5, 0, 0);
        expect();
        scene.touch("tea").speed("table", 0).at("table", 9, 9, 9);
        expect();
    }

    @Test
    void theGripperHitsTheTableAgainAfterItLeftIt() {
        scene.table(true);
        expect("1 255 GRIPPER_HIT_TABLE: Gripper hit table @0.0");
        expect();
        scene.table(false);
        expect();
        scene.table(true);
        expect("4 255 GRIPPER_HIT_TABLE: Gripper hit table @0.0");
    }

    @Test
    void theGripperClosesFullyAgainAfterItOpened() {
        scene.finger(Math.nextDown(FULLY));
        expect();
        scene.finger(FULLY);
        expect("2 256 GRIPPER_FULLY_CLOSED: Gripper fully closed @0.0");
        expect();
        scene.finger(0.2);
        expect();
        scene.finger(Math.PI / 4);
        expect("5 256 GRIPPER_FULLY_CLOSED: Gripper fully closed @0.0");
    }

    @Test
    void aStopAfterANudgeIsABumpAndAfterHalfAMetreAMove() {
        scene.at("mug", 0, 0, 0).at("tea", 0, 0, 0);
        expect();
        move("mug", 0.0813);
        expect("4 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.081m @0.0");
        move("mug", 0.5);
        expect("7 259 OBJECT_MOVED: Object moved: 'mug' displaced 0.500m @0.0");
        move("mug", 0.049);
        expect();
        move("mug", 0.0625);
        expect("13 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.062m @0.0");
        move("tea", 0.3);
        expect();
    }

    /** Goes so far in x from where it lies: a step there already, one aside, then the stop. */
    private void move(String object, double metres) {
        double x = scene.position[scene.of(object)][0];
        scene.at(object, x + metres / 2, 0, 0).speed(object, 0.051);
        expect();
        scene.at(object, x - 0.3, 0.2, 0);
        expect();
        scene.at(object, x + metres, 0, 0).speed(object, 0.05);
    }

    @Test
    void aPushOfOneStepIsMeasuredFromWhereTheObjectLay() {
        double dtSeconds = 1 / 15.0;
        scene.at("mug", 0.5 + 1 * dtSeconds, 0, 0.05).speed("mug", 1);
        expect();
        scene.speed("mug", 0);
        expect("2 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.067m @0.0");
        expect();
        scene.at("mug", 0.5, 0, 0.05).speed("mug", 1);
        expect();
        scene.speed("mug", 0);
        expect("5 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.067m @0.0");
    }

    @Test
    void creepingBelowTheSpeedIsNoMotion() {
        for (int step = 1; step <= 30; step++) {
            scene.at("mug", 0.5 + 0.003 * step, 0, 0.05).speed("mug", 0.045);
            expect();
        }
        scene.at("mug", 0.594, 0, 0.05).speed("mug", 0.06);
        expect();
        scene.speed("mug", 0);
        expect();
    }

    @Test
    void whatWasMovedAsATargetDoesNotCountAfterwards() {
        Condition touched = new Condition("touched", Map.of(), List.of("tea"), s -> s.gripperTouchesTable());
        Subtask first = Subtask.all("first", new ObjectGroup("tea", List.of(Stage.of(touched))));
        judging = new Judging(TaskRules.of(first, never("second", "mug")), scene);
        scene.at("tea", 0.5, 0.5, 0.05).speed("tea", 1);
        expect();
        scene.at("tea", 0.5, 0.8, 0.05).table(true);
        assertEquals(2, judging.step(scene).size(), "the table, and the first subtask is complete");
        scene.at("tea", 0.5, 0.86, 0.05);
        expect();
        scene.speed("tea", 0);
        expect("4 258 OBJECT_BUMPED: Object bumped: 'tea' nudged 0.060m @0.5");
    }

    @Test
    void anObjectOutOfTheSceneIsReportedOnce() {
        scene.at("can", 1.55, 0, 0.5);
        expect();
        scene.at("can", 1.551, 0, 0.5);
        expect("2 260 OBJECT_OUT_OF_SCENE: Object out of scene: 'can' @0.0");
        scene.at("can", 0.5, 0, 0.5);
        expect();
        scene.at("can", 0.5, 0, -0.6).at("tea", 5, 5, 5);
        expect();
        scene.at("mug", 0.5, -1.01, 0);
        expect("5 260 OBJECT_OUT_OF_SCENE: Object out of scene: 'mug' @0.0");
    }

    @Test
    void onlyListedObjectsTipOverAndOnlyOnce() {
        judging = new Judging(rules("tea", "can"), scene);
        scene.tilt("can", 0.299).tilt("mug", 2);
        expect();
        scene.tilt("can", 0.301);
        expect("2 262 OBJECT_TIPPED_OVER: Object tipped over: 'can' @0.0");
        scene.tilt("can", 0).tilt("tea", -1);
        expect("3 262 OBJECT_TIPPED_OVER: Object tipped over: 'tea' @0.0");
        scene.tilt("can", 1);
        expect();
    }

    @Test
    void aTargetIsDroppedWhenTheGripperTouchesNoneAnyMore() {
        judging = new Judging(TaskRules.of(never("wait", "tea", "can")), scene);
        scene.touch("tea", "can");
        expect("1 265 MULTIPLE_OBJECTS_GRABBED: Multiple objects grabbed @0.0");
        scene.touch("can");
        expect();
        scene.touch();
        expect("3 263 TARGET_OBJECT_DROPPED: Target object dropped during transport @0.0");
        expect();
        scene.touch("tea");
        expect();
        scene.touch("mug");
        expect(
                "6 263 TARGET_OBJECT_DROPPED: Target object dropped during transport @0.0",
                "6 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0");
    }

    @Test
    void hitsAndSeveralAreReportedOncePerEpisode() {
        scene.touch("mug", "tea");
        expect(
                "1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0",
                "1 265 MULTIPLE_OBJECTS_GRABBED: Multiple objects grabbed @0.0");
        scene.touch("tea");
        expect();
        scene.touch("mug", "tea");
        expect();
        judging.reset(scene);
        scene.touch("mug", "tea");
        expect(
                "1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0",
                "1 265 MULTIPLE_OBJECTS_GRABBED: Multiple objects grabbed @0.0");
    }

    @Test
    void theEventsOfAStepHaveTheirOrder() {
        judging = new Judging(rules("can"), scene);
        scene.touch("tea").speed("can", 1);
        expect();
        scene.touch("mug", "can").finger(FULLY).table(true).tilt("can", 1);
        scene.speed("can", 0).at("can", 3, 0, 0);
        List<String> codes =
                judging.step(scene).stream().map(event -> event.split(" ")[1]).toList();
        assertEquals(List.of("250", "255", "256", "259", "260", "262", "263", "264", "264", "265"), codes);
    }

    @Test
    void aResetForgetsEverything() {
        judging = new Judging(rules("can"), scene);
        scene.touch("mug", "tea").finger(FULLY).table(true).tilt("can", 1);
        scene.at("can", 9, 0, 0).speed("mug", 1);
        List<String> first = judging.step(scene);
        assertEquals(7, first.size(), first.toString());
        judging.reset(scene);
        assertEquals(first, judging.step(scene), "the next episode sees all of it as new");
        scene.touch().finger(0).table(false).speed("mug", 0).at("mug", 0.5, 0.2, 0.05);
        scene.tilt("can", 0).at("can", 0.5, 0.4, 0.05);
        judging.reset(scene);
        expect();
    }

    @Test
    void twoEnvsDoNotMeet() {
        ScriptedScene other = new ScriptedScene("mug", "tea", "can", "table");
        Judging otherEnv = new Judging(rules(), other);
        scene.speed("mug", 1);
        other.speed("mug", 1);
        expect();
        assertEquals(List.of(), otherEnv.step(other));
        scene.speed("mug", 0).at("mug", 0.6, 0, 0.05);
        other.speed("mug", 0).at("mug", 0.8, 0, 0.05);
        expect("2 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.100m @0.0");
        assertEquals(
                List.of("2 258 OBJECT_BUMPED: Object bumped: 'mug' nudged 0.300m @0.0"),
                otherEnv.step(other),
                "its own displacement, not the mean of both");
    }

    @Test
    void targetsAreThoseOfTheActiveSubtask() {
        Condition touched = new Condition("touched", Map.of(), List.of("tea"), s -> s.gripperTouches(1));
        Subtask first = Subtask.all("first", new ObjectGroup("tea", List.of(Stage.of(touched))));
        judging = new Judging(TaskRules.of(first, never("second", "mug", "can")), scene);
        scene.touch("tea").finger(CLOSED);
        expect("1 100 UNKNOWN_SUCCESS: Completed subtask 'first' 1/2 @0.5");
        expect(
                "2 250 WRONG_OBJECT_GRABBED_FAILURE: Wrong object grabbed: 'tea' (target objects: ['mug', 'can']) @0.5",
                "2 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'tea' @0.5");
    }

    @Test
    void aWrongObjectThatBecomesATargetInTheHandIsNotReleased() {
        Condition table = new Condition("never", Map.of(), List.of(), s -> s.gripperTouchesTable());
        Subtask first = Subtask.all("first", new ObjectGroup("tea", List.of(Stage.of(table))));
        judging = new Judging(TaskRules.of(first, never("second", "mug")), scene);
        scene.touch("mug").finger(CLOSED).table(true);
        List<String> events = judging.step(scene);
        assertTrue(events.get(0).contains("Wrong object grabbed: 'mug'"), events.toString());
        expect();
        scene.touch();
        expect("3 263 TARGET_OBJECT_DROPPED: Target object dropped during transport @0.5");
    }

    @Test
    void aWrongObjectLetGoWhenItBecomesATargetIsReleased() {
        Condition table = new Condition("never", Map.of(), List.of(), s -> s.gripperTouchesTable());
        Subtask first = Subtask.all("first", new ObjectGroup("tea", List.of(Stage.of(table))));
        judging = new Judging(TaskRules.of(first, never("second", "mug")), scene);
        scene.touch("mug").finger(CLOSED).table(true);
        judging.step(scene);
        scene.finger(0);
        expect("2 257 WRONG_OBJECT_DETACHED: Wrong object that was grabbed is now detached: 'mug' @0.5");
    }

    @Test
    void anObjectListedTwiceIsOne() {
        judging = new Judging(contacts("mug", "mug", "tea", "mug"), scene);
        scene.touch("mug");
        expect("1 264 GRIPPER_HIT_OBJECT: Gripper hit object: 'mug' @0.0");
        assertEquals(List.of("mug", "tea"), contacts("mug", "mug", "tea", "mug").contactObjects());
    }

    @Test
    void theTableAmongTheContactsIsIgnoredEvenWhenTheSceneHasNone() {
        ScriptedScene bare = new ScriptedScene("mug", "tea");
        judging = new Judging(contacts("table", "tea"), bare);
        bare.touch("mug", "tea");
        assertEquals(List.of(), judging.step(bare), "only the tea is watched");
        judging = new Judging(contacts("table"), scene);
        scene.touch("mug", "tea", "table");
        expect();
    }

    private static TaskRules contacts(String... objects) {
        return new TaskRules(List.of(never("wait", "tea")), List.of(objects), List.of(), EventThresholds.DEFAULT);
    }

    @Test
    void thresholdsAreSettings() {
        EventThresholds eager = new EventThresholds(
                0.3, 0.1, 0.2, 0.01, 0.001, 0.002, List.of(0.5, 0.0, 0.0), List.of(1.0, 1.0, 0.2), 0.05);
        judging = new Judging(new TaskRules(List.of(never("wait", "tea")), List.of(), List.of("tea"), eager), scene);
        scene.finger(0.1).touch("mug").tilt("tea", 0.06).at("can", 0.5, 0.0, 0.11);
        scene.speed("mug", 0.011);
        List<String> codes =
                judging.step(scene).stream().map(event -> event.split(" ")[1]).toList();
        assertEquals(List.of("250", "260", "262", "264"), codes);
        scene.finger(0.2).at("mug", 0.5, 0.0015, 0.05).speed("mug", 0.01);
        assertEquals(
                List.of("256", "258"),
                judging.step(scene).stream().map(event -> event.split(" ")[1]).toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 7, 8})
    void aBadThresholdIsRefused(int field) {
        double[] v = {0.2, 0.6, 0.05, 0.05, 0.5, 0, 0, 0.3, 0.1};
        v[field] = field == 1 ? Double.NaN : -0.1;
        assertThrows(
                IllegalArgumentException.class,
                () -> new EventThresholds(
                        v[8], v[0], v[1], v[2], v[3], v[4], List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0), v[7]));
    }

    @Test
    void thresholdsThatContradictAreRefused() {
        assertEquals(
                "Event threshold 'fully closed' must be at least the slightly closed one of 0.6 rad,"
                        + " given 0.5 rad.",
                refusal(0.6, 0.5, 0.3));
        assertEquals(
                "Event threshold 'tipped over' must be at most pi rad, a half turn, given 10.0 rad.",
                refusal(0.2, 0.5, 10));
        EventThresholds edge = closing(0.5, 0.5, Math.PI);
        assertEquals(Math.PI, edge.tippedOverRad());
    }

    private static EventThresholds closing(double slightly, double fully, double tippedOver) {
        EventThresholds standard = EventThresholds.DEFAULT;
        return new EventThresholds(
                standard.contactForceNewton(),
                slightly,
                fully,
                standard.movingSpeedMetresPerSecond(),
                standard.bumpMetres(),
                standard.moveMetres(),
                standard.sceneCentreMetres(),
                standard.sceneSizeMetres(),
                tippedOver);
    }

    private static String refusal(double slightly, double fully, double tippedOver) {
        return assertThrows(IllegalArgumentException.class, () -> closing(slightly, fully, tippedOver))
                .getMessage();
    }

    @Test
    void grabbingIsTheSameForTheEventAndTheCondition() {
        EventThresholds early = closing(0.1, 0.5, 0.3);
        Condition grabbed = Conditions.objectGrabbed("tea", early);
        Subtask grab = Subtask.all("grab", new ObjectGroup("tea", List.of(Stage.of(grabbed))));
        judging = new Judging(new TaskRules(List.of(grab), List.of(), List.of(), early), scene);
        scene.touch("mug", "tea").finger(Math.nextDown(0.1));
        List<String> open = judging.step(scene);
        assertTrue(open.stream().noneMatch(event -> event.contains("rabbed: ")), open.toString());
        assertEquals(0, judging.judge().completedSubtasks());
        scene.finger(0.1);
        String codes = String.join("; ", judging.step(scene));
        assertTrue(codes.contains("2 250 WRONG_OBJECT_GRABBED_FAILURE"), codes);
        assertTrue(codes.contains("2 139 OBJECT_GRABBED_SUCCESS: Completed"), codes);
    }

    @Test
    void theSceneBoxHasThreeSides() {
        assertThrows(
                IllegalArgumentException.class,
                () -> new EventThresholds(
                        0.1, 0.2, 0.6, 0.05, 0.05, 0.5, List.of(0.0, 0.0), List.of(1.0, 1.0, 1.0), 0.3));
    }
}
