package io.github.roboreel.tools.events;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.tools.Examples;
import io.github.roboreel.tools.RecordedFolder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimeLinesIT {
    private static final double DT = 8 / 120.0;

    @TempDir
    private Path temp;

    @Test
    void logAndSubtaskOfOursMeetAtTheStep() throws Exception {
        Path folder = RecordedFolder.make(temp.resolve("ours"), 1, "none");
        Path file = folder.resolve(RecordedFolder.ENV).resolve("run_0.hdf5");

        TimeLines read = TimeLines.read(file);

        assertEquals(List.of(), read.problems());
        assertEquals(read.lines(), TimeLines.read(folder).lines());
        assertEquals(read.lines(), TimeLines.read(file.getParent()).lines());
        TimeLine first = read.lines().get(0);
        assertEquals(40, first.steps());
        assertTrue(first.hasAlignedSubtasks());
        assertEquals(
                List.of(
                        entry(
                                21,
                                TimeLine.Source.LOG,
                                256,
                                "GRIPPER_FULLY_CLOSED",
                                "Gripper fully closed",
                                OptionalInt.empty(),
                                0.5),
                        entry(21, TimeLine.Source.SUBTASK, 0, "OK", "", OptionalInt.of(0), 0.5),
                        entry(
                                40,
                                TimeLine.Source.LOG,
                                101,
                                "OBJECT_PLACED_IN_CONTAINER_SUCCESS",
                                "Completed subtask 'wave' 1/1",
                                OptionalInt.empty(),
                                1),
                        entry(
                                40,
                                TimeLine.Source.SUBTASK,
                                101,
                                "OBJECT_PLACED_IN_CONTAINER_SUCCESS",
                                "",
                                OptionalInt.of(1),
                                1)),
                first.entries());
    }

    private static TimeLine.Entry entry(
            int step, TimeLine.Source source, int code, String name, String info, OptionalInt completed, double score) {
        return new TimeLine.Entry(
                OptionalInt.of(step),
                step - 1,
                OptionalDouble.of(step * DT),
                source,
                code,
                name,
                info,
                completed,
                score);
    }

    @Test
    void sparseRowsHaveNoStepAndItIsSaid() throws Exception {
        Path folder = Examples.make(temp.resolve("foreign"), "--foreign");

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
        Path folder = Examples.make(temp.resolve("legacy"), "--legacy");

        TimeLine second = TimeLines.read(folder).lines().get(1);

        assertEquals(1, second.episode());
        assertEquals(OptionalInt.empty(), second.run());
        TimeLine.Entry event = second.entries().get(0);
        assertEquals(OptionalInt.of(7), event.step());
        assertEquals(7 * DT, event.timeSeconds().getAsDouble(), 1e-12);
    }

    @Test
    void damageIsNamedAndTheRestIsRead() throws Exception {
        Path folder = Examples.make(temp.resolve("clean"), "");
        Path env = folder.resolve(Examples.ENV);
        Files.writeString(env.resolve("log_0_env1.json"), "{]");
        Path run = env.resolve("run_1.hdf5");
        Files.write(run, java.util.Arrays.copyOf(Files.readAllBytes(run), 100_000));

        TimeLines read = TimeLines.read(folder);

        assertEquals(2, read.lines().size());
        assertTrue(read.lines().get(1).entries().stream().allMatch(e -> e.source() == TimeLine.Source.SUBTASK));
        assertEquals(
                List.of(env.resolve("log_0_env1.json"), run),
                read.problems().stream().map(p -> p.file()).toList());
    }
}
