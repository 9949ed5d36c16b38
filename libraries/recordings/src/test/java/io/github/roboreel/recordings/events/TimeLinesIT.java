package io.github.roboreel.recordings.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.Checkout;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeLinesIT {
    private static final double DT = 8 / 120.0;
    private static final int STEPS = 40;
    private static final String OWN_ENV = "WaveTask";
    private static final String EXAMPLE_ENV = "RubiksCubeAndBananaTask";
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("subtask/status", DType.UINT16),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.step("subtask/score", DType.FLOAT32));

    @TempDir
    private Path temp;

    @Test
    void logAndSubtaskOfOursMeetAtTheStep() throws Exception {
        Path folder = record(temp.resolve("ours"));
        Path file = folder.resolve(OWN_ENV).resolve("run_0.hdf5");

        TimeLines read = TimeLines.read(file);

        assertEquals(List.of(), read.problems());
        assertEquals(read.lines(), TimeLines.read(folder).lines());
        assertEquals(read.lines(), TimeLines.read(file.getParent()).lines());
        TimeLine first = read.lines().get(0);
        assertEquals(STEPS, first.steps());
        assertTrue(first.hasAlignedSubtasks());
        assertEquals(
                List.of(
                        entry(21, 256, "GRIPPER_FULLY_CLOSED", "Gripper fully closed", OptionalInt.empty(), 0.5),
                        entry(21, 0, "OK", "", OptionalInt.of(0), 0.5),
                        entry(
                                40,
                                101,
                                "OBJECT_PLACED_IN_CONTAINER_SUCCESS",
                                "Completed subtask 'wave' 1/1",
                                OptionalInt.empty(),
                                1),
                        entry(40, 101, "OBJECT_PLACED_IN_CONTAINER_SUCCESS", "", OptionalInt.of(1), 1)),
                first.entries());
    }

    /** Half of the score in the middle of the episode, all of it at its end. */
    private static Path record(Path folder) {
        RunSpec run = RunSpec.builder(folder, OWN_ENV)
                .envs(1, "Wave, please")
                .dtSeconds(DT)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, SCHEMA).open()) {
            EnvRecorder env = recorder.env(0);
            env.begin();
            for (int step = 1; step <= STEPS; step++) {
                put(env.step(), step);
                if (step == 21) {
                    env.event(new EpisodeEvent(step, 256, "GRIPPER_FULLY_CLOSED", "Gripper fully closed", 0.5));
                }
            }
            String reason = "Completed subtask 'wave' 1/1";
            env.event(new EpisodeEvent(STEPS, 101, "OBJECT_PLACED_IN_CONTAINER_SUCCESS", reason, 1));
            env.end(EpisodeOutcome.success(reason)).join();
        }
        return folder;
    }

    private static void put(StepWriter row, int step) {
        boolean isDone = step == STEPS;
        row.put(SCHEMA.field("actions"), new float[] {step, -step});
        row.put(SCHEMA.field("subtask/status"), isDone ? 101 : 0);
        row.put(SCHEMA.field("subtask/completed"), isDone ? 1 : 0);
        row.put(SCHEMA.field("subtask/score"), isDone ? 1f : step > STEPS / 2 ? 0.5f : 0f);
        row.publish();
    }

    /** A folder as another recorder leaves it, made by the conformance suite's own writer. */
    private static Path example(Path folder, String... modes) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "/usr/bin/python3",
                Checkout.file("conformance").resolve("make_example.py").toString(),
                folder.toString()));
        command.addAll(List.of(modes));
        assertEquals(0, new ProcessBuilder(command).inheritIO().start().waitFor());
        return folder;
    }

    private static TimeLine.Entry entry(
            int step, int code, String name, String info, OptionalInt completed, double score) {
        return new TimeLine.Entry(
                OptionalInt.of(step), step - 1, OptionalDouble.of(step * DT), code, name, info, completed, score);
    }

    @Test
    void sparseRowsHaveNoStepAndItIsSaid() throws Exception {
        Path folder = example(temp.resolve("foreign"), "--foreign");

        TimeLines read = TimeLines.read(folder);

        TimeLine first = read.lines().get(0);
        assertFalse(first.hasAlignedSubtasks());
        assertEquals(
                List.of(OptionalInt.of(7), OptionalInt.of(31), OptionalInt.of(60)),
                first.entries().subList(0, 3).stream().map(TimeLine.Entry::step).toList());
        assertEquals(
                List.of(0L, 1L, 2L),
                first.entries().subList(3, 6).stream().map(TimeLine.Entry::row).toList());
        assertTrue(first.entries().subList(3, 6).stream().allMatch(e -> e.step().isEmpty()));
        assertTrue(read.problems().get(0).problem().contains("not aligned to steps"));
        assertEquals(4, read.problems().size());
        assertFalse(read.problems().get(0).isLeftOut());
    }

    @Test
    void legacyLogsCountStepsAlike() throws Exception {
        Path folder = example(temp.resolve("legacy"), "--legacy");

        TimeLine second = TimeLines.read(folder).lines().get(1);

        assertEquals(1, second.episode());
        assertEquals(OptionalInt.empty(), second.run());
        TimeLine.Entry event = second.entries().get(0);
        assertEquals(OptionalInt.of(7), event.step());
        assertEquals(7 * DT, event.timeSeconds().getAsDouble(), 1e-12);
    }

    @Test
    void damageIsNamedAndTheRestIsRead() throws Exception {
        Path folder = example(temp.resolve("clean"));
        Path env = folder.resolve(EXAMPLE_ENV);
        Files.writeString(env.resolve("log_0_env1.json"), "{]");
        Path run = env.resolve("run_1.hdf5");
        Files.write(run, Arrays.copyOf(Files.readAllBytes(run), 100_000));

        TimeLines read = TimeLines.read(folder);

        assertEquals(2, read.lines().size());
        assertTrue(read.lines().get(1).entries().stream().allMatch(e -> e.source() == TimeLine.Source.SUBTASK));
        assertEquals(
                List.of(env.resolve("log_0_env1.json"), run),
                read.problems().stream().map(p -> p.file()).toList());
    }
}
