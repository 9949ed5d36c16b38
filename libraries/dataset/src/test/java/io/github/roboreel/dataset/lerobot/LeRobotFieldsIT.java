package io.github.roboreel.dataset.lerobot;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.dataset.ExportProgress;
import io.github.roboreel.dataset.ExportSummary;
import io.github.roboreel.dataset.RecordedRuns;
import io.github.roboreel.dataset.RewardPolicy;
import io.github.roboreel.dataset.lerobot.LeRobotOptions.Images;
import io.github.roboreel.format.DType;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which fields become columns, and which of them {@code observation.state}. */
class LeRobotFieldsIT {
    private static final String JOINTS = "articulation/robot/joint_position";

    @TempDir
    private static Path recorded;

    private static RecordedRuns runs;

    @TempDir
    private Path folder;

    @BeforeAll
    static void record() {
        runs = RecordedRuns.record(recorded, true);
    }

    private ExportSummary export(String... state) throws IOException {
        LeRobotOptions options = new LeRobotOptions(
                        folder, "me/set", Optional.empty(), Images.PNG, RewardPolicy.SCORE_DELTA)
                .withState(List.of(state));
        return new LeRobotExporter(options).export(runs, ExportProgress.NONE);
    }

    private ExportedSet set() {
        return new ExportedSet(folder.resolve("me/set"));
    }

    @Test
    void byDefaultThereIsWhatAPolicyTrainsOnAndANoteNamesTheRest() throws Exception {
        ExportSummary summary = export();
        assertEquals(
                Set.of(
                        "action",
                        "observation.state",
                        "observation.images.wrist_cam",
                        "next.reward",
                        "next.done",
                        "next.truncated",
                        "next.success",
                        "timestamp",
                        "frame_index",
                        "episode_index",
                        "index",
                        "task_index"),
                set().frames().get(0).keySet());
        String note = summary.notes().stream()
                .filter(n -> n.startsWith("Fields that a policy does not train on are left out"))
                .findFirst()
                .orElseThrow();
        assertTrue(note.contains("all fields"), note);
        for (String path : List.of("obs/clock", "bbox/bbox_mm/banana", "timestamps/wall_time_ns", "states/" + JOINTS)) {
            assertTrue(note.contains(path), note);
        }
        assertFalse(note.contains("obs/arm_joint_pos"), note);
        assertFalse(
                summary.notes().toString().contains("What is below robolab"),
                summary.notes().toString());
        set().assertConsistent(RecordedRuns.RUNS * RecordedRuns.ENVS);
    }

    @Test
    void theStateIsWhatWasChosenInThatOrder() throws Exception {
        ExportSummary summary = export("obs/clock", "states/" + JOINTS, "obs/*_pos");
        JsonNode state = set().info().at("/features/observation.state");
        assertEquals(1 + 9 + 7 + 1, state.at("/shape/0").asInt());
        assertEquals("clock", state.at("/names/0").asText());
        assertEquals("articulation.robot.joint_position_8", state.at("/names/9").asText());
        assertEquals("gripper_pos", state.at("/names/17").asText());
        List<Map<String, Object>> rows = set().frames();
        int[] row = {0};
        runs.visit((facts, episode) -> {
            double[] clock = episode.readDoubles("obs/clock");
            double[] before = episode.readDoubles("initial_state/" + JOINTS);
            double[] joints = episode.readDoubles("states/" + JOINTS);
            double[] arm = episode.readDoubles("obs/arm_joint_pos");
            double[] gripper = episode.readDoubles("obs/gripper_pos");
            for (int step = 0; step < episode.numSamples(); step++) {
                List<Double> expected = new ArrayList<>(List.of((double) (float) clock[step]));
                Arrays.stream(before).forEach(expected::add);
                Arrays.stream(arm, 7 * step, 7 * step + 7).forEach(expected::add);
                expected.add(gripper[step]);
                assertArrayEquals(
                        expected.stream().mapToDouble(v -> v).toArray(),
                        Tables.flat(rows.get(row[0]++).get("observation.state")));
                before = Arrays.copyOfRange(joints, 9 * step, 9 * step + 9);
            }
        });
        assertEquals(rows.size(), row[0]);
        String notes = summary.notes().toString();
        assertTrue(notes.contains("obs/clock, states/" + JOINTS + " of the step before, obs/arm_joint_pos"), notes);
        assertTrue(notes.contains("obs/clock (float64, which observation.state rounds to float32)"), notes);
    }

    /** Half of the random values are of 2^63 and more. */
    @Test
    void numbersThatLeRobotCannotReadAreNotedAndKeepTheirSign() throws Exception {
        RecordedRuns own = RecordedRuns.record(
                folder.resolve("runs"),
                FieldSchema.of(
                        FieldSpec.step("actions", DType.FLOAT32, 2),
                        FieldSpec.step("obs/q", DType.FLOAT32, 2),
                        FieldSpec.step("obs/key", DType.UINT64, 1)));
        LeRobotOptions options = new LeRobotOptions(
                        folder, "me/set", Optional.empty(), Images.PNG, RewardPolicy.RECORDED)
                .withFields(LeRobotOptions.Fields.ALL);
        ExportSummary summary = new LeRobotExporter(options).export(own, ExportProgress.NONE);
        assertTrue(
                summary.notes()
                        .contains(
                                "'obs/key' is uint64: LeRobot's own reader takes values below 2^63, and fails at others"),
                summary.notes().toString());
        List<String> expected = new ArrayList<>();
        own.visit((facts, episode) -> {
            LongBuffer keys = ByteBuffer.wrap(episode.readBytes("obs/key", 0, episode.numSamples()))
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .asLongBuffer();
            while (keys.hasRemaining()) {
                expected.add(Long.toUnsignedString(keys.get()));
            }
        });
        assertEquals(
                expected,
                set().frames().stream()
                        .map(row -> String.valueOf(row.get("robolab.obs.key")))
                        .toList());
        assertTrue(expected.stream().anyMatch(key -> Long.parseUnsignedLong(key) < 0));
    }

    @Test
    void whatIsNoVectorKnownBeforeTheActionIsRefused() {
        assertEquals(
                "no episode has a field 'obs/arm_joint_po' for observation.state; did you mean obs/arm_joint_pos?",
                refused("obs/arm_joint_po"));
        assertTrue(refused("ee_pose/position").contains("is not known before the first action"));
        assertTrue(refused("obs/arm_joint_pos", RecordedRuns.CAMERA).contains("'obs/wrist_cam' is pictures"));
    }

    private String refused(String... state) {
        return assertThrows(RoboReelException.class, () -> export(state)).getMessage();
    }
}
