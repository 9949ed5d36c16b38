package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TaskDefinitionTest {
    @TempDir Path folder;

    @Test
    void shippedTasksLoad() {
        TaskCatalog catalog = TaskCatalog.open(Episodes.TASKS);
        assertEquals(
                List.of("BananaInBowlCrowdedTask", "BananaInBowlTask", "RubiksCubeInBowlTask"),
                catalog.names());
        for (String name : catalog.names()) {
            TaskDefinition task = catalog.get(name);
            assertEquals(name, task.name());
            assertTrue(
                    task.instructions()
                            .keySet()
                            .containsAll(List.of("default", "vague", "specific")));
            assertTrue(
                    task.objects().keySet().containsAll(List.of("banana", "bowl", "rubiks_cube")));
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
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
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
            """)
    void aFaultyFileIsRefusedNamingFileAndKey(String good, String bad, String sentence)
            throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        assertTrue(text.contains(good), "the shipped file holds " + good);
        Path file = folder.resolve("BananaInBowlTask.yaml");
        Files.writeString(file, text.replaceFirst(Pattern.quote(good), bad));
        TaskCatalog catalog = TaskCatalog.open(folder);
        String message =
                assertThrows(TaskFormatException.class, () -> catalog.get("BananaInBowlTask"))
                        .getMessage();
        assertTrue(message.startsWith("Task file " + file + ": "), message);
        assertTrue(message.contains(sentence), message);
    }

    @Test
    void rangesWithoutRoomAreRefusedAtReset() throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        String crowded =
                text.replaceAll("x_m: \\[[^]]*]", "x_m: [0.5, 0.5]")
                        .replaceAll("y_m: \\[[^]]*]", "y_m: [0, 0]");
        Files.writeString(folder.resolve("BananaInBowlTask.yaml"), crowded);
        try (TabletopEnv env =
                new TabletopEnv(
                        TaskCatalog.open(folder).get("BananaInBowlTask"),
                        SimulationSettings.DEFAULT)) {
            String message =
                    assertThrows(IllegalStateException.class, () -> env.reset(1)).getMessage();
            assertTrue(message.contains("leave no room"), message);
        }
    }

    private static void assertMessage(
            org.junit.jupiter.api.function.Executable call, String expected) {
        assertEquals(expected, assertThrows(IllegalArgumentException.class, call).getMessage());
    }
}
