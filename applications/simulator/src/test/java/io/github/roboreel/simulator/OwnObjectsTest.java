package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.fault.RoboReelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Objects that a task file describes by their shape. */
class OwnObjectsTest {
    private static final String CUBE = "  rubiks_cube: {";

    @TempDir
    Path folder;

    private TaskDefinition task(String name, String shape) throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("BananaInBowlTask.yaml"));
        Path file = folder.resolve("Task.yaml");
        Files.writeString(file, text.replace(CUBE, "  " + name + ": {" + shape));
        return TaskDefinition.load(file);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "shape: box, size_m: [0.06, 0.04, 0.1] | 0.06 | 0.04 | 0.1",
                "shape: cylinder, size_m: [0.05, 0.07] | 0.05 | 0.05 | 0.07",
                "shape: sphere, size_m: [0.04]         | 0.04 | 0.04 | 0.04"
            })
    void restsOnTheTableWithTheSizesGiven(String shape, double x, double y, double z) throws IOException {
        TaskDefinition task = task("thing", shape + ", mass_kg: 0.1, color: '#c82020', ");
        ObjectModel model = task.objects().get("thing").model();
        assertArrayEquals(new double[] {x / 2, y / 2, z / 2}, model.box().max(), 1e-12);
        assertArrayEquals(new double[] {-x / 2, -y / 2, -z / 2}, model.box().min(), 1e-12);
        assertEquals(0.1, model.massKg());
        assertTrue(model.graspable());
        try (TabletopEnv env = new TabletopEnv(task, SimulationSettings.DEFAULT)) {
            env.reset(4);
            Episodes.hold(env, 15, false);
            assertEquals(z / 2, Episodes.objectPose(env, "thing")[2], 0.003);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "thing  | shape: cone, size_m: [0.1], mass_kg: 1, color: '#000000' | expected box, cylinder or sphere",
                "thing  | shape: box, size_m: [0.1], mass_kg: 1, color: '#000000'  | a box has 3 sizes",
                "thing  | shape: sphere, size_m: [9], mass_kg: 1, color: '#000000' | from 0.005 to 0.5 m, given [9.0]",
                "thing  | shape: sphere, size_m: [0.1], mass_kg: 0, color: '#000000' | a mass must be above 0",
                "thing  | shape: sphere, size_m: [0.1], mass_kg: 1, color: red     | expected a text such as",
                "thing  | shape: sphere, size_m: [0.1], color: '#000000'           | objects.thing.mass_kg' is missing",
                "robot  | shape: sphere, size_m: [0.1], mass_kg: 1, color: '#000000' | that nothing else in the scene has",
                "bowl2- | shape: sphere, size_m: [0.1], mass_kg: 1, color: '#000000' | expected a name of letters"
            })
    void whatIsWrongIsNamed(String name, String shape, String expected) {
        String message = assertThrows(RoboReelException.class, () -> task(name, shape + ", "))
                .getMessage();
        assertTrue(message.contains(expected), message);
    }

    @Test
    void whatTheGripperCannotOpenForIsNoTarget() throws IOException {
        String text = Files.readString(Episodes.TASKS.resolve("RubiksCubeInBowlTask.yaml"));
        String wide = "  crate: {shape: box, size_m: [0.1, 0.1, 0.1], mass_kg: 1, color: '#604020', ";
        Path file = folder.resolve("Task.yaml");
        Files.writeString(file, text.replace(CUBE, wide).replace("target: rubiks_cube", "target: crate"));
        String message = assertThrows(RoboReelException.class, () -> TaskDefinition.load(file))
                .getMessage();
        assertTrue(message.endsWith("target: 'crate' cannot be picked up by the gripper."), message);
    }
}
