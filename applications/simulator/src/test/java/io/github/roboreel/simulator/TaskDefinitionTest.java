package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.tasks.CompletionMode;
import io.github.roboreel.tasks.Condition;
import io.github.roboreel.tasks.EventThresholds;
import io.github.roboreel.tasks.Scene;
import io.github.roboreel.tasks.Subtask;
import io.github.roboreel.tasks.TaskRules;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskDefinitionTest {
    @TempDir
    Path folder;

    @Test
    void shippedTasksLoad() {
        TaskCatalog catalog = TaskCatalog.open(Episodes.TASKS);
        assertEquals(List.of("BananaInBowlCrowdedTask", "BananaInBowlTask", "RubiksCubeInBowlTask"), catalog.names());
        for (String name : catalog.names()) {
            TaskDefinition task = catalog.get(name);
            assertEquals(name, task.name());
            assertTrue(task.instructions().keySet().containsAll(List.of("default", "vague", "specific")));
            assertTrue(task.objects().keySet().containsAll(List.of("banana", "bowl", "rubiks_cube")));
        }
        TaskDefinition task = catalog.get("BananaInBowlTask");
        assertEquals("simple", task.difficulty());
        assertEquals("Put the fruit away", task.instruction("vague"));
        assertEquals(300, SimulationSettings.DEFAULT.stepLimit(task));
    }

    @Test
    void anUnknownTaskIsRefusedWithTheKnownOnes() {
        TaskCatalog catalog = TaskCatalog.open(Episodes.TASKS);
        assertMessage(
                () -> catalog.get("Nope"),
                "Unknown task 'Nope'; known are BananaInBowlCrowdedTask, BananaInBowlTask, RubiksCubeInBowlTask.");
    }

    @Test
    void anUnknownInstructionTypeIsRefusedWithTheKnownOnes() {
        assertMessage(
                () -> Episodes.defaultTask().instruction("poetic"),
                "Task 'BananaInBowlTask' has no instruction of type 'poetic'; known are default, vague, specific.");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            target: banana            | targt: banana              | unknown key 'targt'
            target: banana            | # no target                | key 'target' is missing.
            target: banana            | target: bowl               | target: 'bowl' cannot be picked up by the gripper.
            target: banana            | target: spoon              | target: 'spoon' is not among the task's objects
            container: bowl           | container: rubiks_cube     | container: 'rubiks_cube' cannot be a container.
            episode_length_s: 20.0    | episode_length_s: -3       | episode_length_s: expected more than 0
            episode_length_s: 20.0    | episode_length_s: long     | episode_length_s: expected a number, given "long".
            x_m: [0.38, 0.54]         | x_m: [0.54, 0.38]          | objects.banana.x_m: expected from <= to
            x_m: [0.38, 0.54]         | x_m: 0.5                   | objects.banana.x_m: expected [from, to]
            x_m: [0.38, 0.54]         | z_m: [0.38, 0.54]          | unknown key 'objects.banana.z_m'
            pick_and_place, simple    | pick_and_place             | attributes: expected exactly one of simple
            default: Put the banana   | usual: Put the banana      | key 'instructions.default' is missing.
            rubiks_cube:              | teapot:                    | objects: unknown object 'teapot'
            name: BananaInBowlTask    | name: Other                | name: expected 'BananaInBowlTask' like the file
            target: banana            | target: [                  | not valid YAML
            subtasks:                 | steps:                     | unknown key 'steps'
            subtasks:                 | upright_objects: [spoon]\\nsubtasks:  | upright_objects: 'spoon' is not among the task's objects
            subtasks:                 | contact_objects: banana\\nsubtasks:   | contact_objects: expected a list, given "banana".
            subtasks:                 | event_thresholds: {bump: 1}\\nsubtasks: | unknown key 'event_thresholds.bump'
            subtasks:                 | event_thresholds: {bump_m: far}\\nsubtasks: | event_thresholds.bump_m: expected a number
            subtasks:                 | event_thresholds: {slightly_closed_rad: 0.6}\\nsubtasks: | event_thresholds: Event threshold 'fully closed' must be at least the slightly closed one of 0.6 rad
            subtasks:                 | event_thresholds: {tipped_over_rad: 10}\\nsubtasks: | event_thresholds: Event threshold 'tipped over' must be at most pi rad
            object_grabbed, weight: 1 | object_grabbed, weight: 1.7e308}\\n        - {condition: object_dropped, weight: 1.7e308 | subtasks[0].groups.banana: The weights of the conditions of object group 'banana' add up
            subtasks:                 | subtasks:\\n  - {name: other, weight: 1.7e308, groups: {banana: [{condition: object_grabbed}]}}\\n  - {name: third, weight: 1.7e308, groups: {banana: [{condition: object_grabbed}]}} | subtasks: The weights of the subtasks add up
            subtasks:                 | event_thresholds: {bump_m: 0.6}\\nsubtasks: | event_thresholds: Event threshold 'move distance' must be
            mode: all                 | mode: some                 | subtasks[0].mode: expected all, any or choose
            mode: all                 | mode: choose               | subtasks[0]: Subtask 'pick_and_place' chooses between 1 and 1 groups, given 0.
            mode: all                 | choose: 1.5                | subtasks[0].choose: expected a whole number
            mode: all                 | weight: 0                  | subtasks[0]: Subtask 'pick_and_place' needs a finite weight above 0
            mode: all                 | K: 2                       | unknown key 'subtasks[0].K'
            banana:\\n                | spoon:\\n                   | subtasks[0].groups: 'spoon' is not among the task's objects
            object_grabbed, weight: 1 | object_eaten, weight: 1    | subtasks[0].groups.banana[0]: Unknown condition 'object_eaten'; known are
            object_grabbed, weight: 1 | object_grabbed, force: 1   | subtasks[0].groups.banana[0]: Condition object_grabbed has no argument 'force'
            reference_object: bowl    | reference_object: cup      | subtasks[0].groups.banana[1]: 'cup' is not among the task's objects
            container: bowl, weight: 1 | container: bowl, weight: 0 | subtasks[0].groups.banana: The last condition of object group 'banana' needs a weight above 0
            held_steps: 3             | held_steps: 0              | subtasks[0].groups.banana[2]: The steps object_placed_in_container(
            {condition: object_grabbed, weight: 1} | {weight: 1}   | key 'subtasks[0].groups.banana[0].condition' is missing.
            """)
    void aFaultyFileIsRefusedNamingFileAndKey(String good, String bad, String sentence) throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        String from = good.replace("\\n", "\n");
        String to = bad.replace("\\n", "\n");
        assertTrue(text.contains(from), "the shipped file holds " + from);
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(file, text.replaceFirst(Pattern.quote(from), Matcher.quoteReplacement(to)));
        TaskCatalog catalog = TaskCatalog.open(folder);
        RoboReelException fault = assertThrows(RoboReelException.class, () -> catalog.get("BananaInBowlTask"));
        assertEquals(RoboReelException.Kind.BAD_ARGUMENT, fault.kind());
        String message = fault.getMessage();
        assertTrue(message.startsWith("Task file " + file + ": "), message);
        assertTrue(message.contains(sentence), message);
    }

    @Test
    void aTaskSaysWhatItIsJudgedBy() throws IOException {
        TaskRules shipped = Episodes.defaultTask().rules();
        assertEquals(EventThresholds.DEFAULT, shipped.thresholds());
        Subtask subtask = shipped.subtasks().get(0);
        assertEquals("pick_and_place", subtask.name());
        assertEquals(List.of("banana"), subtask.targets());
        assertEquals(
                List.of(
                        "1 object_grabbed(object='banana')",
                        "1 object_above_bottom(object='banana', reference_object='bowl')",
                        "3 object_placed_in_container(object='banana', container='bowl')"),
                subtask.groups().get(0).stages().stream()
                        .map(stage ->
                                stage.heldSteps() + " " + stage.condition().callText())
                        .toList());
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(file, text.substring(0, text.indexOf("subtasks:")) + """
                        upright_objects: [bowl]
                        contact_objects: [rubiks_cube, bowl]
                        event_thresholds: {contact_force_n: 2, bump_m: 0.01, scene_size_m: [1, 2, 3], tipped_over_rad: 0.7}
                        subtasks:
                          - name: tidy
                            mode: choose
                            choose: 1
                            weight: 2.5
                            groups:
                              banana:
                                - {condition: object_at, position: [0.4, 0.1, 0], weight: 0.5}
                              rubiks_cube:
                                - {condition: objects_stationary, objects: [bowl, rubiks_cube]}
                                - {condition: object_next_to, object: banana, reference_object: bowl, distance_m: 0.1}
                        """);
        TaskRules rules = TaskDefinition.load(file).rules();
        assertEquals(List.of("bowl"), rules.uprightObjects());
        assertEquals(List.of("rubiks_cube", "bowl"), rules.contactObjects());
        assertEquals(2, rules.thresholds().contactForceNewton());
        assertEquals(
                EventThresholds.DEFAULT.slightlyClosedRad(), rules.thresholds().slightlyClosedRad());
        assertEquals(0.7, rules.thresholds().tippedOverRad());
        assertEquals(0.01, rules.thresholds().bumpMetres());
        assertEquals(0.5, rules.thresholds().moveMetres());
        assertEquals(List.of(1.0, 2.0, 3.0), rules.thresholds().sceneSizeMetres());
        Subtask tidy = rules.subtasks().get(0);
        assertEquals(CompletionMode.CHOOSE, tidy.mode());
        assertEquals(1, tidy.choose());
        assertEquals(2.5, tidy.weight());
        assertEquals(0.5, tidy.groups().get(0).stages().get(0).weight());
        assertEquals(
                List.of(
                        "object_at(object='banana', position=[0.4, 0.1, 0])",
                        "objects_stationary(objects=['bowl', 'rubiks_cube'])",
                        "object_next_to(object='banana', reference_object='bowl', distance_m=0.1)"),
                tidy.groups().stream()
                        .flatMap(group -> group.stages().stream())
                        .map(stage -> stage.condition().callText())
                        .toList());
    }

    @Test
    void aTasksGrabThresholdIsThatOfItsConditionsToo() throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(
                file, text.replace("subtasks:\n", "event_thresholds: {slightly_closed_rad: 0.5}\nsubtasks:\n"));
        assertEquals(OptionalInt.of(500), firstGrabbingMillirad(TaskDefinition.load(file)));
        assertEquals(OptionalInt.of(236), firstGrabbingMillirad(Episodes.defaultTask()));
    }

    /** How far the hand about the banana is closed, thousandths of a rad, when it is grabbed. */
    private static OptionalInt firstGrabbingMillirad(TaskDefinition task) {
        Condition grabbed =
                task.rules().subtasks().get(0).groups().get(0).stages().get(0).condition();
        return IntStream.range(0, 800)
                .filter(millirad -> grabbed.holds(new HandAboutFirst(millirad / 1000.0)))
                .findFirst();
    }

    /** A scene of which only the gripper matters: it is about the first object. */
    private record HandAboutFirst(double fingerPositionRad) implements Scene {
        @Override
        public List<String> objectNames() {
            return List.of("banana", "bowl", "rubiks_cube");
        }

        @Override
        public double position(int object, int axis) {
            return 0;
        }

        @Override
        public double rotation(int object, int row, int column) {
            return row == column ? 1 : 0;
        }

        @Override
        public double linearSpeed(int object) {
            return 0;
        }

        @Override
        public double angularSpeed(int object) {
            return 0;
        }

        @Override
        public double boxMin(int object, int axis) {
            return -0.05;
        }

        @Override
        public double boxMax(int object, int axis) {
            return 0.05;
        }

        @Override
        public boolean gripperTouches(int object) {
            return object == 0;
        }

        @Override
        public boolean gripperTouchesTable() {
            return false;
        }
    }

    @Test
    void theTableAmongTheContactsIsAccepted() throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(file, text.replace("subtasks:\n", "contact_objects: [table, bowl, bowl]\nsubtasks:\n"));
        TaskDefinition task = TaskDefinition.load(file);
        assertEquals(List.of("table", "bowl"), task.rules().contactObjects());
        try (TabletopEnv env = new TabletopEnv(task, SimulationSettings.DEFAULT)) {
            env.reset(1);
            assertEquals(0, env.stepCount(), "the scene has no such object and is fine with it");
        }
    }

    @ParameterizedTest
    @CsvSource({"16.6, 249", "16.61, 250", "20.0, 300", "0.05, 1", "0.4, 6"})
    void anEpisodeHasTheStepsThatItsTimeNeeds(double seconds, int steps) {
        TaskDefinition task = Episodes.defaultTask();
        TaskDefinition timed = new TaskDefinition(
                task.name(),
                task.instructions(),
                task.attributes(),
                task.target(),
                task.container(),
                seconds,
                task.objects(),
                task.rules(),
                task.fileJson());
        assertEquals(steps, SimulationSettings.DEFAULT.stepLimit(timed));
        assertEquals(
                7,
                SimulationSettings.DEFAULT.withMaxSteps(7).stepLimit(timed),
                "a limit of its own goes before the task's");
    }

    @Test
    void rangesWithoutRoomAreRefusedAtReset() throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        String crowded =
                text.replaceAll("x_m: \\[[^]]*]", "x_m: [0.5, 0.5]").replaceAll("y_m: \\[[^]]*]", "y_m: [0, 0]");
        Files.writeString(folder.resolve("BananaInBowlTask.yaml"), crowded);
        try (TabletopEnv env =
                new TabletopEnv(TaskCatalog.open(folder).get("BananaInBowlTask"), SimulationSettings.DEFAULT)) {
            String message = assertThrows(IllegalStateException.class, () -> env.reset(1))
                    .getMessage();
            assertTrue(message.contains("leave no room"), message);
        }
    }

    private static void assertMessage(org.junit.jupiter.api.function.Executable call, String expected) {
        assertEquals(
                expected, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
