package io.github.roboreel.tasks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.StatusCode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class SubtasksTest {
    private static final String GRABBED = "object_grabbed";
    private static final String ABOVE = "object_above";
    private static final String PLACED = "object_placed_on_top";

    private final ScriptedScene scene = new ScriptedScene("tea", "mug", "can");
    private final Switches switches = new Switches();

    private ObjectGroup group(String object, double... weights) {
        List<String> functions = List.of(GRABBED, ABOVE, PLACED);
        List<Stage> stages = new ArrayList<>();
        for (int i = 0; i < weights.length; i++) {
            stages.add(switches.stage(functions.get(i), object, weights[i]));
        }
        return new ObjectGroup(object, stages);
    }

    private Judging judging(Subtask... subtasks) {
        return new Judging(TaskRules.of(subtasks), scene);
    }

    private void assertState(EpisodeJudge judge, int status, int completed, double score) {
        assertEquals(status, judge.status().number());
        assertEquals(completed, judge.completedSubtasks());
        assertEquals(score, judge.score(), 1e-15);
    }

    @Test
    void anObjectAdvancesRegressesAndCompletes() {
        Judging judging = judging(Subtask.all("shelve_tea", group("tea", 1, 1, 2)));
        assertEquals(List.of(), judging.step(scene));
        assertState(judging.judge(), 0, 0, 0);
        switches.set(GRABBED, "tea", true);
        assertEquals(
                List.of(
                        "2 139 OBJECT_GRABBED_SUCCESS: success: object_grabbed(object='tea'). advanced 1 step(s) to step 1 for tea. @0.25"),
                judging.step(scene));
        assertState(judging.judge(), 139, 0, 0.25);
        assertEquals(List.of(), judging.step(scene));
        assertState(judging.judge(), 0, 0, 0.25);
        switches.set(GRABBED, "tea", false);
        assertEquals(
                List.of(
                        "4 248 OBJECT_GRABBED_FAILURE: failed: object_grabbed(object='tea'). regressing to step 0 for tea. @0.0"),
                judging.step(scene));
        assertState(judging.judge(), 248, 0, 0);
        assertEquals(
                "Incomplete subtask 'shelve_tea' 1/1: waiting for object_grabbed(object='tea')",
                judging.judge().finalInfo());
        assertEquals(StatusCode.OBJECT_GRABBED_FAILURE, judging.judge().finalStatus());
        switches.set(GRABBED, "tea", true);
        judging.step(scene);
        switches.set(ABOVE, "tea", true);
        assertEquals(
                List.of(
                        "6 128 OBJECT_ABOVE_SUCCESS: success: object_above(object='tea'). advanced 1 step(s) to step 2 for tea. @0.5"),
                judging.step(scene));
        switches.set(PLACED, "tea", true);
        assertFalse(judging.judge().isComplete());
        assertEquals(
                List.of("7 102 OBJECT_PLACED_ON_TOP_SUCCESS: Completed subtask 'shelve_tea' 1/1 @1.0"),
                judging.step(scene));
        assertState(judging.judge(), 102, 1, 1);
        assertTrue(judging.judge().isComplete());
        assertEquals("", judging.judge().finalInfo());
        switches.clear();
        assertEquals(List.of(), judging.step(scene));
        assertState(judging.judge(), 0, 1, 1);
        assertEquals(StatusCode.OBJECT_PLACED_ON_TOP_SUCCESS, judging.judge().finalStatus());
    }

    @Test
    void aJumpHasTheCodeOfWhatWasWaitedForAndNamesWhatHolds() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1, 2), group("mug", 1)));
        switches.set(ABOVE, "tea", true);
        assertEquals(
                List.of(
                        "1 139 OBJECT_GRABBED_SUCCESS: success: object_above(object='tea'). advanced 2 step(s) to step 2 for tea. @0.25"),
                judging.step(scene));
        switches.set(PLACED, "tea", true);
        assertEquals(
                List.of(
                        "2 102 OBJECT_PLACED_ON_TOP_SUCCESS: success: object_placed_on_top(object='tea'). advanced 1 step(s) to step 3 for tea. All conditions satisfied for tea. @0.5"),
                judging.step(scene));
    }

    @Test
    void aCompleteObjectStaysCompleteWhileOthersGoOn() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1), group("mug", 1)));
        switches.set(ABOVE, "tea", true);
        judging.step(scene);
        switches.clear();
        assertEquals(List.of(), judging.step(scene));
        assertState(judging.judge(), 0, 0, 0.5);
        switches.set(GRABBED, "mug", true);
        assertEquals(List.of("3 139 OBJECT_GRABBED_SUCCESS: Completed subtask 's' 1/1 @1.0"), judging.step(scene));
    }

    @Test
    void aRegressGoesBackOverAllThatIsLostAndNamesTheFirst() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1, 2)));
        switches.set(GRABBED, "tea", true);
        switches.set(ABOVE, "tea", true);
        judging.step(scene);
        switches.set(ABOVE, "tea", false);
        assertEquals(
                List.of(
                        "2 237 OBJECT_ABOVE_FAILURE: failed: object_above(object='tea'). regressing to step 1 for tea. @0.25"),
                judging.step(scene));
        switches.set(ABOVE, "tea", true);
        judging.step(scene);
        switches.set(GRABBED, "tea", false);
        assertEquals(List.of(), judging.step(scene), "the stage just before still holds");
        switches.set(ABOVE, "tea", false);
        assertEquals(
                List.of(
                        "5 248 OBJECT_GRABBED_FAILURE: failed: object_grabbed(object='tea'). regressing to step 0 for tea. @0.0"),
                judging.step(scene));
    }

    @Test
    void severalObjectsInOneStepHaveSeparateTextsAndASuccessCodeGoesFirst() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1), group("mug", 1, 1), group("can", 1, 3)));
        switches.set(GRABBED, "tea", true);
        switches.set(GRABBED, "mug", true);
        String tea = "success: object_grabbed(object='tea'). advanced 1 step(s) to step 1 for tea.";
        String mug = "success: object_grabbed(object='mug'). advanced 1 step(s) to step 1 for mug.";
        assertEquals(
                List.of("1 139 OBJECT_GRABBED_SUCCESS: " + tea + " " + mug + " @" + (0.5 + 0.5) / 3),
                judging.step(scene));
        switches.clear();
        switches.set(GRABBED, "can", true);
        switches.set(GRABBED, "mug", true);
        List<String> events = judging.step(scene);
        assertEquals(1, events.size());
        assertTrue(
                events.get(0)
                        .startsWith("2 139 OBJECT_GRABBED_SUCCESS: failed: object_grabbed(object='tea')."
                                + " regressing to step 0 for tea. success: object_grabbed(object='can')"),
                events.get(0));
        switches.clear();
        assertTrue(judging.step(scene).get(0).startsWith("3 248 OBJECT_GRABBED_FAILURE: "));
    }

    @Test
    void anyCountsTheBestGroupAndEndsWithIt() {
        Subtask any = new Subtask("s", CompletionMode.ANY, 0, 1, List.of(group("tea", 1, 3), group("mug", 2, 2)));
        Judging judging = judging(any);
        switches.set(GRABBED, "tea", true);
        judging.step(scene);
        assertState(judging.judge(), 139, 0, 0.25);
        switches.set(GRABBED, "mug", true);
        judging.step(scene);
        assertState(judging.judge(), 139, 0, 0.5);
        switches.set(ABOVE, "tea", true);
        assertEquals(List.of("3 128 OBJECT_ABOVE_SUCCESS: Completed subtask 's' 1/1 @1.0"), judging.step(scene));
    }

    @Test
    void chooseCountsTheBestTwoOfThree() {
        Subtask choose = new Subtask(
                "s", CompletionMode.CHOOSE, 2, 1, List.of(group("tea", 1, 3), group("mug", 1, 1), group("can", 3, 1)));
        Judging judging = judging(choose);
        for (String object : List.of("tea", "mug", "can")) {
            switches.set(GRABBED, object, true);
        }
        judging.step(scene);
        assertState(judging.judge(), 139, 0, (0.5 + 0.75) / 2);
        switches.set(ABOVE, "tea", true);
        judging.step(scene);
        assertState(judging.judge(), 128, 0, (1 + 0.75) / 2);
        assertEquals(
                "Incomplete subtask 's' 1/1: waiting for object_above(object='mug'), object_above(object='can')",
                judging.judge().finalInfo());
        switches.set(ABOVE, "can", true);
        judging.step(scene);
        assertState(judging.judge(), 128, 1, 1);
    }

    @Test
    void subtasksComeOneAfterTheOtherByTheirWeights() {
        Subtask first = new Subtask("first", CompletionMode.ALL, 0, 1, List.of(group("tea", 1)));
        Subtask second = new Subtask("second", CompletionMode.ALL, 0, 3, List.of(group("mug", 1, 1)));
        Judging judging = judging(first, second);
        switches.set(GRABBED, "tea", true);
        switches.set(GRABBED, "mug", true);
        assertEquals(List.of("1 139 OBJECT_GRABBED_SUCCESS: Completed subtask 'first' 1/2 @0.25"), judging.step(scene));
        judging.step(scene);
        assertState(judging.judge(), 139, 1, 0.25 + 0.5 * 0.75);
        assertEquals(
                "Incomplete subtask 'second' 2/2: waiting for object_above(object='mug')",
                judging.judge().finalInfo());
        switches.clear();
        judging.step(scene);
        assertState(judging.judge(), 248, 1, 0.25);
        switches.set(ABOVE, "mug", true);
        assertEquals(List.of("4 139 OBJECT_GRABBED_SUCCESS: Completed subtask 'second' 2/2 @1.0"), judging.step(scene));
        assertState(judging.judge(), 139, 2, 1);
    }

    @Test
    void aConditionThatMustLastCountsStepsInARow() {
        ObjectGroup group = new ObjectGroup("tea", List.of(new Stage(switches.condition(PLACED, "tea"), 1, 3)));
        Judging judging = judging(Subtask.all("s", group));
        switches.set(PLACED, "tea", true);
        judging.step(scene);
        judging.step(scene);
        switches.clear();
        judging.step(scene);
        switches.set(PLACED, "tea", true);
        judging.step(scene);
        judging.step(scene);
        assertState(judging.judge(), 0, 0, 0);
        assertEquals(
                List.of("6 102 OBJECT_PLACED_ON_TOP_SUCCESS: Completed subtask 's' 1/1 @1.0"), judging.step(scene));
        judging.reset(scene);
        judging.step(scene);
        assertState(judging.judge(), 0, 0, 0);
    }

    @Test
    void aFirstConditionWithoutWeightDoesNotCount() {
        Judging judging = judging(Subtask.all("s", group("tea", 0, 1)));
        switches.set(GRABBED, "tea", true);
        assertTrue(judging.step(scene).get(0).endsWith(" @0.0"));
        assertEquals(
                "1 139",
                judging.judge().events().get(0).step() + " "
                        + judging.judge().status().number());
    }

    @Test
    void anIncompleteScoreStaysBelowOneEvenAsFloat32() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1e-12)));
        switches.set(GRABBED, "tea", true);
        judging.step(scene);
        assertTrue((float) judging.judge().score() < 1f);
        assertEquals(1, judging.judge().score(), 1e-6);
    }

    @Test
    void theNextEpisodeStartsAfresh() {
        Judging judging = judging(Subtask.all("s", group("tea", 1, 1)));
        switches.set(GRABBED, "tea", true);
        List<String> first = judging.step(scene);
        judging.reset(scene);
        assertState(judging.judge(), 0, 0, 0);
        assertEquals(List.of(), judging.judge().events());
        assertEquals(first, judging.step(scene), "the same event is news in another episode");
    }

    @Test
    void faultyDefinitionsAreRefusedInASentence() {
        Condition grabbed = switches.condition(GRABBED, "tea");
        refused(
                "The weight of object_grabbed(object='tea') must be a finite number that is not negative, given -1.0.",
                () -> new Stage(grabbed, -1, 1));
        refused(
                "The steps object_grabbed(object='tea') must hold are at least 1, given 0.",
                () -> new Stage(grabbed, 1, 0));
        refused("Object group 'tea' needs at least one condition.", () -> new ObjectGroup("tea", List.of()));
        refused(
                "The last condition of object group 'tea' needs a weight above 0, otherwise its progress is full before it.",
                () -> group("tea", 1, 0));
        refused("Subtask 's' needs at least one object group.", () -> Subtask.all("s"));
        refused(
                "Subtask 's' names an object twice; give it one group.",
                () -> Subtask.all("s", group("tea", 1), group("tea", 1)));
        refused(
                "Subtask 's' needs a finite weight above 0, given 0.0.",
                () -> new Subtask("s", CompletionMode.ALL, 0, 0, List.of(group("tea", 1))));
        refused(
                "Subtask 's' chooses between 1 and 1 groups, given 2.",
                () -> new Subtask("s", CompletionMode.CHOOSE, 2, 1, List.of(group("tea", 1))));
        refused(
                "Subtask 's' of mode any chooses no number, given 1.",
                () -> new Subtask("s", CompletionMode.ANY, 1, 1, List.of(group("tea", 1))));
        refused(
                "The weights of the conditions of object group 'tea' add up to more than a number can hold; give smaller ones, only their ratio counts.",
                () -> group("tea", 1.2e308, 1.2e308));
        Subtask heavy = new Subtask("s", CompletionMode.ALL, 0, 1.2e308, List.of(group("tea", 1)));
        refused(
                "The weights of the subtasks add up to more than a number can hold; give smaller ones, only their ratio counts.",
                () -> TaskRules.of(heavy, heavy));
        refused("A task needs 1 to 255 subtasks, given 0.", TaskRules::of);
        Subtask[] many = new Subtask[256];
        Arrays.fill(many, Subtask.all("s", group("tea", 1)));
        refused("A task needs 1 to 255 subtasks, given 256.", () -> TaskRules.of(many));
        refused(
                "The scene has no object 'mug'; it has tea.",
                () -> new EpisodeJudge(TaskRules.of(Subtask.all("s", group("mug", 1))))
                        .reset(new ScriptedScene("tea")));
        assertThrows(
                IllegalStateException.class,
                () -> new EpisodeJudge(TaskRules.of(Subtask.all("s", group("tea", 1)))).update(scene, 1));
    }

    private static void refused(String sentence, Executable call) {
        assertEquals(
                sentence, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
