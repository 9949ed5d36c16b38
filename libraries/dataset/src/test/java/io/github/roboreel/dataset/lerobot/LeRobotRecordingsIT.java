package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportRefusedException;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Recordings with surprising names and shapes, and datasets in folders with such names. */
class LeRobotRecordingsIT {
    private static final String ROBOT = "articulation/robot/joint_position";
    private static final String DOOR = "articulation/door/joint_position";

    @TempDir
    private Path folder;

    private RecordedRuns recorded(FieldSpec... more) {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 2));
        fields.addAll(List.of(more));
        return RecordedRuns.record(folder.resolve("recorded"), FieldSchema.of(fields));
    }

    private ExportSummary export(RecordedRuns runs, Path out) throws IOException {
        return new LeRobotExporter(
                        new LeRobotOptions(out, "me/set", Optional.empty(), Images.PNG, RewardPolicy.RECORDED)
                                .withFields(LeRobotOptions.Fields.ALL))
                .export(runs, ExportProgress.NONE);
    }

    private ExportSummary export(RecordedRuns runs) throws IOException {
        return export(runs, folder.resolve("out"));
    }

    private String refused(RecordedRuns runs) {
        String message =
                assertThrows(ExportRefusedException.class, () -> export(runs)).getMessage();
        assertFalse(Files.exists(folder.resolve("out")), "something was touched");
        return message;
    }

    /** Changes a demo in the second run, with h5py. */
    private void change(RecordedRuns runs, String statement) throws Exception {
        String script = "import h5py, sys\n"
                + "with h5py.File(sys.argv[1], 'r+') as file:\n"
                + "    demo = file['data/demo_2']\n"
                + "    "
                + statement;
        Tool.run(folder, List.of("/usr/bin/python3", "-c", script, runs.file(1).toString()));
    }

    @Test
    void namesOfFoldersBecomeNoColumns() throws Exception {
        RecordedRuns runs = recorded();
        Path out = folder.resolve("date=2026-11-21").resolve("a[bc]*?{d,e}");
        Path dataset = export(runs, out).target();
        Path plain = export(runs).target();
        for (String file : List.of(
                "data/chunk-000/file-000.parquet", "meta/episodes/chunk-000/file-000.parquet", "meta/tasks.parquet")) {
            Path copy = Files.copy(dataset.resolve(file), folder.resolve("copy"));
            assertEquals(Tables.all(plain.resolve(file)), Tables.all(copy), file);
            Files.delete(copy);
        }
    }

    @Test
    void anObservationWithoutARowForEveryStepIsRefused() throws Exception {
        RecordedRuns runs = recorded(FieldSpec.image("obs/cam", 16, 16));
        change(runs, "rows = demo['obs/cam'][:-1]; del demo['obs/cam']; demo['obs']['cam'] = rows");
        String message = refused(runs);
        int steps = RecordedRuns.steps(1, 2);
        assertTrue(
                message.contains(
                        "run_1.hdf5, data/demo_2 has " + (steps - 1) + " rows in 'obs/cam' for " + steps + " steps"),
                message);
    }

    @Test
    void statesWithoutARowForEveryStepAreRefused() throws Exception {
        RecordedRuns runs = recorded(FieldSpec.step("states/pose", DType.FLOAT32, 3));
        change(runs, "rows = demo['states/pose'][:2]; del demo['states/pose'];" + " demo['states']['pose'] = rows");
        String message = refused(runs);
        assertTrue(message.contains("data/demo_2 has 2 rows in 'states/pose' for"), message);
    }

    @Test
    void namesThatDifferByCaseAreRefusedWithBoth() throws Exception {
        String message = refused(recorded(FieldSpec.step("grid", DType.INT32), FieldSpec.step("Grid", DType.INT32)));
        assertTrue(message.startsWith("'Grid' and 'grid' both become"), message);
    }

    @Test
    void camerasThatDifferByCaseAreRefusedWithBoth() throws Exception {
        String message = refused(recorded(FieldSpec.image("obs/cam", 16, 16), FieldSpec.image("obs/Cam", 16, 16)));
        assertTrue(message.startsWith("'obs/Cam' and 'obs/cam' both become"), message);
    }

    @Test
    void theStateIsThatOfTheRobotAndOfNoDoor() throws Exception {
        RecordedRuns runs = recorded(
                FieldSpec.initial("initial_state/" + DOOR, DType.FLOAT32, 1),
                FieldSpec.initial("initial_state/" + ROBOT, DType.FLOAT32, 3),
                FieldSpec.step("states/" + DOOR, DType.FLOAT32, 1),
                FieldSpec.step("states/" + ROBOT, DType.FLOAT32, 3));
        ExportSummary summary = export(runs);
        assertTrue(summary.notes().stream().anyMatch(n -> n.contains("other articulations")), "" + summary.notes());
        List<Map<String, Object>> rows = Tables.all(summary.target().resolve("data/chunk-000/file-000.parquet"));
        int[] row = {0};
        runs.visit((facts, episode) -> {
            double[] before = episode.readDoubles("initial_state/" + ROBOT);
            double[] states = episode.readDoubles("states/" + ROBOT);
            for (int step = 0; step < episode.numSamples(); step++) {
                double[] found = Tables.flat(rows.get(row[0]++).get("observation.state"));
                assertArrayEquals(before, found);
                before = Arrays.copyOfRange(states, 3 * step, 3 * step + 3);
            }
        });
        assertEquals(rows.size(), row[0]);
    }

    @Test
    void jointsThatStartWithOthersAreRefused() throws Exception {
        String message = refused(recorded(
                FieldSpec.initial("initial_state/" + ROBOT, DType.FLOAT32, 2),
                FieldSpec.step("states/" + ROBOT, DType.FLOAT32, 3)));
        assertTrue(message.contains("' has rows of 2 values, but '"), message);
    }

    @Test
    void jointsThatStartWithNothingAreRefused() throws Exception {
        RecordedRuns runs = recorded(
                FieldSpec.initial("initial_state/" + ROBOT, DType.FLOAT32, 3),
                FieldSpec.step("states/" + ROBOT, DType.FLOAT32, 3));
        String name = "'initial_state/" + ROBOT + "'";
        change(runs, "n = " + name + "; del demo[n]; demo.create_dataset(n, (0, 3), 'f4')");
        String message = refused(runs);
        assertTrue(message.contains("run_1.hdf5, data/demo_2 has no row in " + name), message);
    }
}
