package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.roboreel.format.StatusCode;
import io.github.roboreel.format.fault.RoboReelException;
import io.github.roboreel.format.fault.RoboReelException.Kind;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.runner.BatchRunner;
import io.github.roboreel.runner.RecordingBatch;
import io.github.roboreel.runner.RunProgress;
import io.github.roboreel.simulation.ActionSpace;
import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulation.PolicyProvider;
import io.github.roboreel.simulation.SimulationProvider;
import io.github.roboreel.simulation.SimulationRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchRunnerTest {
    private static final String JOINTS = "states/articulation/robot/joint_position";

    @TempDir
    Path folder;

    private static RecordingBatch batch(int numEnvs, long seed, CameraRequest cameras) {
        return Episodes.batch("scripted", numEnvs, seed, 0, cameras);
    }

    private CollectingSink record(
            RecordingBatch batch, int run, int workers, RunProgress progress, List<EpisodeSummary> summaries) {
        CollectingSink sink = new CollectingSink();
        try (EpisodeRecorder recorder = open(batch, run, batch.schema(), sink)) {
            summaries.addAll(new BatchRunner(batch, workers, false).run(recorder, progress));
        }
        return sink;
    }

    private EpisodeRecorder open(RecordingBatch batch, int run, FieldSchema schema, CollectingSink sink) {
        return EpisodeRecorder.builder(batch.runSpec(folder, run), schema)
                .sink(sink)
                .open();
    }

    @Test
    void everyFieldOfEveryEnvIsRecordedUntilItEnds() {
        RecordingBatch batch = batch(4, 40, CameraRequest.NONE);
        List<EpisodeSummary> summaries = new ArrayList<>();
        CollectingSink sink = record(batch, 0, 1, RunProgress.NONE, summaries);
        FieldSchema schema = batch.schema();
        for (int env = 0; env < 4; env++) {
            int steps = (int) summaries.get(env).numSamples();
            for (FieldSpec spec : schema.specs()) {
                int expected = spec.phase() == FieldPhase.STEP ? steps : 1;
                assertEquals(expected, sink.rows(env, spec.path()), spec.path());
            }
            EpisodeStatus status = sink.outcomes.get(env).status();
            assertEquals(steps == 300 ? EpisodeStatus.TRUNCATED : EpisodeStatus.SUCCESS, status);
        }
        long lengths = summaries.stream()
                .mapToLong(EpisodeSummary::numSamples)
                .distinct()
                .count();
        assertTrue(lengths >= 3, "envs end at different steps");
    }

    @Test
    void rowsHoldTheObservationBeforeAndTheStateAfterTheAction() {
        RecordingBatch batch = batch(2, 7, CameraRequest.NONE);
        CollectingSink sink = record(batch, 0, 2, RunProgress.NONE, new ArrayList<>());
        for (int env = 0; env < 2; env++) {
            int steps = sink.rows(env, "actions");
            float[] initial = sink.floats(env, "initial_state/articulation/robot/joint_position", 0);
            assertArrayEquals(Arrays.copyOf(initial, 7), sink.floats(env, "obs/arm_joint_pos", 0));
            for (int k = 1; k < steps; k++) {
                float[] before = sink.floats(env, JOINTS, k - 1);
                assertArrayEquals(Arrays.copyOf(before, 7), sink.floats(env, "obs/arm_joint_pos", k));
                double gripper = before[7] / (Math.PI / 4);
                assertEquals(gripper, sink.floats(env, "obs/gripper_pos", k)[0], 1e-6);
            }
            float[] last = sink.floats(env, JOINTS, steps - 1);
            assertArrayEquals(Arrays.copyOf(last, 7), sink.floats(env, "final_obs/arm_joint_pos", 0));
            assertReplays(batch, sink, env);
        }
    }

    /** Stepping a fresh env with the recorded actions gives the recorded states. */
    private static void assertReplays(RecordingBatch batch, CollectingSink sink, int env) {
        try (TabletopEnv replay = new TabletopEnv(
                Episodes.tabletop(batch).task(), Episodes.tabletop(batch).settings())) {
            replay.reset(batch.episodeSeed(env));
            float[] corners = new float[24];
            double[] action = new double[TabletopEnv.ACTION_SIZE];
            for (int k = 0; k < sink.rows(env, "actions"); k++) {
                float[] recorded = sink.floats(env, "actions", k);
                for (int i = 0; i < action.length; i++) {
                    action[i] = recorded[i];
                }
                replay.step(action);
                float[] joints = sink.floats(env, JOINTS, k);
                for (int j = 0; j < 7; j++) {
                    assertEquals(replay.armPosition()[j], joints[j], 1e-5, "step " + k);
                }
                double time =
                        little(sink.bytes(env, "timestamps/sim_time_s", k)).getDouble();
                assertEquals((k + 1) / 15.0, time, 1e-9);
            }
            replay.objectCorners(1, corners);
            ByteBuffer bowl = little(sink.bytes(env, "bbox/bbox_mm/bowl", sink.rows(env, "actions") - 1));
            for (float corner : corners) {
                assertEquals(corner * 1000, bowl.getShort(), 3, "millimetres");
            }
        }
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Test
    void theNumberOfWorkersDoesNotChangeTheData() {
        RecordingBatch batch = batch(5, 3, CameraRequest.NONE);
        CollectingSink one = record(batch, 0, 1, RunProgress.NONE, new ArrayList<>());
        CollectingSink three = record(batch, 1, 3, RunProgress.NONE, new ArrayList<>());
        CollectingSink again = new CollectingSink();
        Path other = folder.resolve("again");
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(batch.runSpec(other, 0), batch.schema())
                .sink(again)
                .open()) {
            new BatchRunner(batch, 3, false).run(recorder, RunProgress.NONE);
        }
        for (int env = 0; env < 5; env++) {
            for (String path : one.envs.get(env).keySet()) {
                assertEquals(one.rows(env, path), again.rows(env, path), path);
                for (int row = 0; row < one.rows(env, path) && !path.endsWith("wall_time_ns"); row++) {
                    assertArrayEquals(one.bytes(env, path, row), again.bytes(env, path, row), path);
                }
            }
        }
        assertFalse(
                Arrays.equals(
                        one.bytes(0, "states/rigid_object/banana/root_pose", 0),
                        three.bytes(0, "states/rigid_object/banana/root_pose", 0)),
                "another run has other seeds");
    }

    @Test
    void imagesAreThoseThePolicySaw() {
        ImageSize size = new ImageSize(64, 36);
        CameraRequest cameras = new CameraRequest(size, true, false, false);
        RecordingBatch batch = Episodes.batch("noise", 1, 5, 12, cameras);
        CollectingSink sink = record(batch, 0, 1, RunProgress.NONE, new ArrayList<>());
        byte[] expected = new byte[size.frameBytes()];
        CameraRenderer renderer = new CameraRenderer(size);
        try (TabletopEnv env = new TabletopEnv(
                Episodes.tabletop(batch).task(), Episodes.tabletop(batch).settings())) {
            env.reset(batch.episodeSeed(0));
            for (PinholeCamera camera : PinholeCamera.sensors()) {
                renderer.render(env, camera, expected);
                assertArrayEquals(expected, sink.bytes(0, "obs/" + camera.cameraName(), 0));
                assertEquals(12, sink.rows(0, "obs/" + camera.cameraName()));
                assertEquals(1, sink.rows(0, "final_obs/" + camera.cameraName()));
            }
        }
        assertFalse(
                Arrays.equals(sink.bytes(0, "obs/wrist_camera", 11), sink.bytes(0, "final_obs/wrist_camera", 0)),
                "the final observation is newer than the last row's");
    }

    @Test
    void subtaskRowsTheEventLogAndTheOutcomeTellTheSame() throws Exception {
        RecordingBatch batch = batch(6, 40, CameraRequest.NONE);
        CollectingSink sink = record(batch, 0, 2, RunProgress.NONE, new ArrayList<>());
        int successes = 0;
        for (int env = 0; env < batch.numEnvs(); env++) {
            Path log = folder.resolve(batch.simulation().taskName()).resolve("log_0_env" + env + ".json");
            List<String> logged = new ArrayList<>();
            for (JsonNode event : new ObjectMapper().readTree(log.toFile()).get("events")) {
                if (!StatusCode.of(event.get("code").asInt()).orElseThrow().isTallied()) {
                    logged.add(event.get("step")
                            + " "
                            + event.get("code")
                            + " "
                            + (float) event.get("score").asDouble());
                }
            }
            int last = sink.rows(env, "actions") - 1;
            boolean success = sink.outcomes.get(env).status() == EpisodeStatus.SUCCESS;
            List<String> rows = new ArrayList<>();
            for (int row = 0; row < last + (success ? 1 : 0); row++) {
                if (status(sink, env, row) != 0) {
                    rows.add(row + 1 + " " + status(sink, env, row) + " " + score(sink, env, row));
                }
            }
            assertEquals(logged, rows);
            assertEquals(success, score(sink, env, last) == 1f);
            assertEquals(success ? 1 : 0, sink.bytes(env, "subtask/completed", last)[0]);
            assertEquals(success ? 101 : 248, status(sink, env, last), "env " + env);
            String reason = sink.outcomes.get(env).reason();
            assertEquals(
                    success
                            ? "Completed subtask 'pick_and_place' 1/1"
                            : "Incomplete subtask 'pick_and_place' 1/1: waiting for object_grabbed(object='banana')",
                    reason);
            successes += success ? 1 : 0;
        }
        assertTrue(successes > 0 && successes < batch.numEnvs(), "successes " + successes);
    }

    private static int status(CollectingSink sink, int env, int row) {
        return Short.toUnsignedInt(
                little(sink.bytes(env, "subtask/status", row)).getShort());
    }

    private static float score(CollectingSink sink, int env, int row) {
        return sink.floats(env, "subtask/score", row)[0];
    }

    @Test
    void policyAndEnvAreTimedPerEnv() {
        CollectingSink sink = record(batch(2, 1, CameraRequest.NONE), 0, 1, RunProgress.NONE, new ArrayList<>());
        for (EpisodeOutcome outcome : sink.outcomes.values()) {
            Map<String, Double> seconds = outcome.timing().sectionSeconds();
            assertEquals(List.of("policy_inference", "env_step"), List.copyOf(seconds.keySet()));
            assertTrue(seconds.values().stream().allMatch(s -> s > 0), seconds.toString());
        }
    }

    @Test
    void aVideoGetsImagesThatTheRunFileDoesNot() {
        ImageSize size = new ImageSize(48, 32);
        RecordingBatch batch = Episodes.batch("noise", 1, 5, 7, new CameraRequest(size, false, true, true));
        FieldSchema schema = batch.schema();
        List<String> paths = List.of("over_shoulder_camera", "wrist_camera", "viewport_cam/viewport_camera");
        CollectingSink sink = record(batch, 0, 1, RunProgress.NONE, new ArrayList<>());
        byte[] expected = new byte[size.frameBytes()];
        try (TabletopEnv env = new TabletopEnv(
                Episodes.tabletop(batch).task(), Episodes.tabletop(batch).settings())) {
            env.reset(batch.episodeSeed(0));
            for (int i = 0; i < paths.size(); i++) {
                String path = "obs/" + paths.get(i);
                assertFalse(schema.field(path).spec().stored(), path);
                assertFalse(schema.field("final_" + path).spec().stored(), path);
                assertEquals(7, sink.rows(0, path));
                assertEquals(1, sink.rows(0, "final_" + path));
                new CameraRenderer(size).render(env, PinholeCamera.values()[i], expected);
                assertArrayEquals(expected, sink.bytes(0, path, 0), "what is seen at the start");
            }
        }
    }

    @Test
    void camerasAreRenderedForWhatWantsThem() {
        ImageSize size = new ImageSize(48, 32);
        assertEquals(List.of(), imageFields(CameraRequest.NONE));
        assertEquals(
                List.of(
                        "obs/over_shoulder_camera stored",
                        "final_obs/over_shoulder_camera stored",
                        "obs/wrist_camera stored",
                        "final_obs/wrist_camera stored"),
                imageFields(new CameraRequest(size, true, true, false)));
        assertEquals(
                List.of("obs/viewport_cam/viewport_camera", "final_obs/viewport_cam/viewport_camera"),
                imageFields(new CameraRequest(size, false, false, true)));
        assertEquals(
                imageFields(new CameraRequest(size, true, false, false)),
                imageFields(new CameraRequest(size, true, false, true)).subList(0, 4));
    }

    private static List<String> imageFields(CameraRequest cameras) {
        return batch(1, 1, cameras).schema().specs().stream()
                .filter(FieldSpec::image)
                .map(spec -> spec.path() + (spec.stored() ? " stored" : ""))
                .toList();
    }

    @Test
    void anAbortedEpisodeHandsOverItsFinalObservation() {
        ImageSize size = new ImageSize(48, 32);
        AtomicInteger steps = new AtomicInteger();
        RunProgress progress = new RunProgress() {
            @Override
            public void stepped(int env, int count) {
                steps.set(count);
            }

            @Override
            public boolean stopRequested() {
                return steps.get() == 9;
            }
        };
        RecordingBatch batch = batch(1, 5, new CameraRequest(size, false, false, true));
        CollectingSink sink = record(batch, 0, 1, progress, new ArrayList<>());
        assertEquals(EpisodeStatus.ABORTED, sink.outcomes.get(0).status());
        assertEquals(9, sink.rows(0, "obs/viewport_cam/viewport_camera"));
        assertEquals(1, sink.rows(0, "final_obs/viewport_cam/viewport_camera"));
        assertEquals(9, sink.rows(0, "subtask/score"));
    }

    @Test
    void progressIsToldAndAStopAbortsWhatStillRuns() {
        AtomicInteger steps = new AtomicInteger();
        Set<Integer> stepped = ConcurrentHashMap.newKeySet();
        AtomicInteger ended = new AtomicInteger();
        RunProgress progress = new RunProgress() {
            @Override
            public void stepped(int env, int count) {
                stepped.add(env);
                steps.incrementAndGet();
            }

            @Override
            public void ended(int env, EpisodeOutcome outcome, int count) {
                ended.incrementAndGet();
            }

            @Override
            public boolean stopRequested() {
                return steps.get() >= 30 && stepped.size() == 3;
            }
        };
        List<EpisodeSummary> summaries = new ArrayList<>();
        CollectingSink sink = record(batch(3, 1, CameraRequest.NONE), 0, 2, progress, summaries);
        assertEquals(3, ended.get());
        assertEquals(
                steps.get(),
                summaries.stream().mapToLong(EpisodeSummary::numSamples).sum());
        sink.outcomes.values().forEach(o -> assertEquals(EpisodeStatus.ABORTED, o.status()));
    }

    @Test
    void realtimePacesToTheControlRate() {
        RecordingBatch batch = Episodes.batch("hold", 1, 1, 16, CameraRequest.NONE);
        long start = System.nanoTime();
        try (EpisodeRecorder recorder = open(batch, 0, batch.schema(), new CollectingSink())) {
            new BatchRunner(batch, 1, true).run(recorder, RunProgress.NONE);
        }
        double seconds = (System.nanoTime() - start) / 1e9;
        assertTrue(seconds >= 1.0 - 1e-3, "15 steps of 1/15 s lie between 16 steps, took " + seconds);
    }

    @Test
    void theEnvConfigSaysHowTheRunWasMade() throws Exception {
        JsonNode config = new ObjectMapper()
                .readTree(batch(4, 9, CameraRequest.NONE).runSpec(folder, 2).envConfigJson());
        assertEquals(1.0 / 120, config.at("/sim/dt").asDouble());
        assertEquals(8, config.at("/sim/render_interval").asInt());
        assertEquals(8, config.at("/decimation").asInt());
        assertEquals(4, config.at("/num_envs").asInt());
        assertEquals("Put the banana in the bowl", config.at("/instruction").asText());
        assertEquals("BananaInBowlTask", config.at("/_task_name").asText());
        assertEquals(640, config.at("/scene/wrist_camera/width").asInt());
        assertEquals(
                "camera", config.at("/scene/over_shoulder_camera/class_type").asText());
        assertEquals(13, config.at("/scene/robot/joint_names").size());
        assertEquals("scripted", config.at("/policy").asText());
        assertEquals("default", config.at("/instruction_type").asText());
        assertEquals("robotiq_2f_85", config.at("/contact_gripper/gripper").asText());
        assertEquals(
                "[\"banana\",\"bowl\",\"rubiks_cube\"]",
                config.at("/contact_object_list").toString());
        assertEquals("pick_and_place", config.at("/subtasks/0/name").asText());
        assertEquals("all", config.at("/subtasks/0/mode").asText());
        assertEquals(
                "{\"condition\":\"object_placed_in_container(object='banana', container='bowl')\","
                        + "\"weight\":1.0,\"held_steps\":3}",
                config.at("/subtasks/0/groups/banana/2").toString());
        assertEquals(
                9 + 2 * 4 + 3,
                batch(4, 9, CameraRequest.NONE)
                        .runSpec(folder, 2)
                        .episodes()
                        .get(3)
                        .seed());
    }

    @Test
    void envConfig_ofTheTabletop_describesRobotSceneAndLight() throws Exception {
        RecordingBatch batch = batch(1, 9, CameraRequest.NONE);
        JsonNode config = new ObjectMapper().readTree(batch.envConfigJson());
        JsonNode robot = config.path("robot_description");
        assertEquals("franka_panda_robotiq_2f85", robot.path("name").asText());
        assertEquals(config.at("/scene/robot/joint_names"), robot.path("joint_names"));
        List<ActionSpace.Value> actions = batch.simulation().actionSpace().values();
        for (int joint = 0; joint < 7; joint++) {
            ActionSpace.Value action = actions.get(joint);
            assertEquals(action.name(), robot.at("/arm/joint_names/" + joint).asText());
            assertEquals(
                    action.low(), robot.at("/arm/position_min_rad/" + joint).asDouble());
            assertEquals(
                    action.high(), robot.at("/arm/position_max_rad/" + joint).asDouble());
        }
        assertEquals(2.61, robot.at("/arm/velocity_max_rad_per_s/6").asDouble());
        assertEquals(15, robot.at("/arm/position_gain_per_s").asDouble());
        assertEquals(
                "[0.333,0.0,0.316,0.0,0.384,0.0,0.0,0.107]",
                robot.at("/arm/model/d_m").toString());
        assertEquals("finger_joint", robot.at("/gripper/driving_joint").asText());
        assertEquals(
                -1, robot.at("/gripper/mimic_ratios/right_inner_finger_joint").asInt());
        assertEquals(-9.81, config.at("/scene_settings/gravity_m_per_s2/2").asDouble());
        assertEquals("[1.6,2.0,0.04]", config.at("/scene_settings/table/size_m").toString());
        assertEquals(0.42, config.at("/lighting/ambient").asDouble());
        assertEquals("[205,213,223]", config.at("/lighting/background_top_rgb").toString());
        assertEquals(
                "[145,153,163]", config.at("/lighting/background_bottom_rgb").toString());
    }

    @Test
    void aSchemaFieldTheTabletopLacksIsRefused() throws IOException {
        Path config = folder.resolve("config");
        Path schema = config.resolve("schema").resolve("tabletop.yaml");
        Files.createDirectories(config.resolve("tasks"));
        Files.createDirectories(schema.getParent());
        String task = "tasks/BananaInBowlTask.yaml";
        Files.copy(Episodes.CONFIG.resolve(task), config.resolve(task));
        String fields = Files.readString(Episodes.CONFIG.resolve("schema").resolve("tabletop.yaml"));
        Files.writeString(schema, fields.stripTrailing() + "\n  - {path: ee_pose/smell, dtype: float32, shape: [1]}\n");
        SimulationRequest request =
                new SimulationRequest("BananaInBowlTask", "default", "hold", 1, 0, 0, CameraRequest.NONE, config);
        RoboReelException refusal = assertThrows(RoboReelException.class, () -> new TabletopProvider().create(request));
        assertEquals(Kind.BAD_ARGUMENT, refusal.kind());
        assertTrue(
                refusal.getMessage().startsWith("The tabletop has no field 'ee_pose/smell'; known are bbox/bbox_mm/"),
                refusal.getMessage());
    }

    @Test
    void everyProviderIsFoundWithItsTasks() {
        assertEquals(
                List.of(TabletopProvider.NAME),
                SimulationProvider.all().stream().map(SimulationProvider::name).toList());
        assertEquals(
                List.of("scripted", "hold", "noise"),
                PolicyProvider.all().stream().map(PolicyProvider::name).toList());
        TabletopProvider provider = new TabletopProvider();
        assertEquals(
                List.of("BananaInBowlTask", "BananaInBowlCrowdedTask", "RubiksCubeInBowlTask"),
                provider.taskNames(Episodes.CONFIG));
        assertEquals(
                "Put the banana in the bowl",
                provider.task("BananaInBowlTask", Episodes.CONFIG).description());
    }

    @Test
    void aTaskFileMayLieAnywhere() throws IOException {
        Path file = folder.resolve("mine.yaml");
        String text = Files.readString(Episodes.CONFIG.resolve("tasks").resolve("BananaInBowlTask.yaml"));
        Files.writeString(file, text.replace("name: BananaInBowlTask", "name: MineTask"));
        SimulationRequest request =
                new SimulationRequest(file.toString(), "default", "hold", 1, 0, 0, CameraRequest.NONE, Episodes.CONFIG);
        assertEquals("MineTask", new TabletopProvider().create(request).taskName());
    }

    @Test
    void badBatchesAreRefused() {
        assertThrows(IllegalArgumentException.class, () -> batch(0, 1, CameraRequest.NONE));
        assertThrows(IllegalArgumentException.class, () -> new BatchRunner(batch(1, 1, CameraRequest.NONE), 0, false));
    }
}
