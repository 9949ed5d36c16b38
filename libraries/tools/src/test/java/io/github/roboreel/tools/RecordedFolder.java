package io.github.roboreel.tools;

import io.github.roboreel.format.DType;
import io.github.roboreel.format.EnvConfig;
import io.github.roboreel.format.RunComplete;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;

/** Folders that RoboReel itself records: an arm that waves, a box, a camera, events, a verdict. */
public final class RecordedFolder {
    /** Name of the env. */
    public static final String ENV = "WaveTask";

    /** The policy's instruction. */
    public static final String INSTRUCTION = "Wave, please";

    /** Continuous episodes of a folder. */
    public static final int EPISODES = 10;

    private static final int ENVS = 2;
    private static final int PLACES = 4;
    private static final int HEIGHT = 32;
    private static final int WIDTH = 48;
    private static final String ROBOT = "articulation/robot/";
    private static final String BOX = "rigid_object/box/";
    private static final String CAMERA = "obs/wrist_camera";
    private static final String VIEWPORT = "obs/viewport_cam/front";

    private static final FieldSchema SCHEMA = schema();

    private RecordedFolder() {}

    /** Runs of two envs, with videos of that mode and the file that says that all is there. */
    public static Path make(Path folder, int runs, String videoMode) throws IOException {
        for (int run = 0; run < runs; run++) {
            try (EpisodeRecorder recorder = open(folder, run, videoMode)) {
                for (int env = 0; env < ENVS; env++) {
                    record(recorder.env(env), steps(run, env), (run + env) % 2 == 0);
                }
            }
        }
        Files.writeString(folder.resolve(ENV).resolve("run_complete.json"), """
                {"format_version": 1, "num_envs": %d, "num_runs": %d, "video_mode": "%s",
                 "seed": 7, "instruction_type": "default"}
                """.formatted(ENVS, runs, videoMode));
        return folder;
    }

    /** Continuous episodes of two envs, in files of four places. */
    public static Path makeContinuous(Path folder, String videoMode) throws IOException {
        try (EpisodeRecorder recorder = openContinuous(folder, videoMode)) {
            for (int episode = 0; episode < EPISODES; episode++) {
                record(recorder.env(simEnv(episode)), steps(episode, 0), episode % 2 == 0);
            }
        }
        RunComplete.of(ENVS, (EPISODES + PLACES - 1) / PLACES, videoMode, 7, "default")
                .continuous(PLACES, EPISODES)
                .write(folder.resolve(ENV));
        return folder;
    }

    /** The env that an episode is of. */
    public static int simEnv(int episode) {
        return episode % 3 == 0 ? 0 : 1;
    }

    /** A recorder of continuous episodes. */
    public static EpisodeRecorder openContinuous(Path folder, String videoMode) {
        RecorderConfig config = config(videoMode)
                .set(RecorderSettings.EPISODES_PER_FILE, PLACES)
                .build();
        return EpisodeRecorder.builder(spec(folder, 0), SCHEMA)
                .config(config)
                .continuous()
                .open();
    }

    /** Begins an episode that stays open. */
    public static void beginAndStep(EnvRecorder env, int steps) {
        beginAndStep(env, steps, step -> {});
    }

    /** As above; what follows each step gets its number, from 1. */
    public static void beginAndStep(EnvRecorder env, int steps, IntConsumer afterStep) {
        env.begin(row -> state(row, SCHEMA, "initial_state/", 0));
        for (int step = 0; step < steps; step++) {
            step(env.step(), SCHEMA, step, steps, false);
            afterStep.accept(step + 1);
        }
    }

    /** A recorder of that folder. */
    public static EpisodeRecorder open(Path folder, int run, String videoMode) {
        return open(folder, run, videoMode, RecordingPlan.EVERYTHING);
    }

    /** A recorder of that folder that follows a plan. */
    public static EpisodeRecorder open(Path folder, int run, String videoMode, RecordingPlan plan) {
        return EpisodeRecorder.builder(spec(folder, run), SCHEMA)
                .config(config(videoMode).build())
                .plan(plan)
                .open();
    }

    private static RecorderConfig.Builder config(String videoMode) {
        return RecorderConfig.builder().set(VideoSettings.MODE, videoMode).set(VideoSettings.ENCODER, "jcodec");
    }

    private static RunSpec spec(Path folder, int run) {
        List<EpisodeInfo> episodes = new ArrayList<>();
        for (int env = 0; env < ENVS; env++) {
            episodes.add(new EpisodeInfo(INSTRUCTION, "sine", 7 + 2 * run + env, 8 / 120.0));
        }
        return RunSpec.builder(folder, ENV)
                .run(run)
                .episodes(episodes)
                .attributes(List.of("simple"))
                .envConfigJson(config())
                .build();
    }

    /** The env's configuration, at 15 Hz: that of the tabletop, whose names mean what RoboLab's format says. */
    public static String config() {
        return ("{\"sim\": {\"dt\": %s, \"render_interval\": 8}, \"decimation\": 8, \"num_envs\": 2,"
                        + " \"_task_attributes\": [\"simple\"], \"simulator\": \"%s\"}")
                .formatted(1 / 120.0, EnvConfig.TABLETOP);
    }

    /** What is recorded. */
    public static FieldSchema fields() {
        return SCHEMA;
    }

    /** Steps of an episode. */
    public static int steps(int run, int env) {
        return 40 + 7 * run + 3 * env;
    }

    /** Records an episode that ends early, without a last look at the world. */
    public static void recordUntil(EnvRecorder env, int steps, EpisodeOutcome outcome) {
        beginAndStep(env, steps);
        env.end(outcome).join();
    }

    /** Records a whole episode, down to its result line. */
    public static void record(EnvRecorder env, int steps, boolean success) {
        record(env, steps, success, List.of());
    }

    /** As above, with events of the last step. */
    public static void record(EnvRecorder env, int steps, boolean success, List<EpisodeEvent> lastEvents) {
        FieldSchema schema = SCHEMA;
        env.begin(row -> state(row, schema, "initial_state/", 0));
        for (int step = 0; step < steps; step++) {
            step(env.step(), schema, step, steps, success);
            if (step == steps / 2) {
                env.event(new EpisodeEvent(step + 1, 256, "GRIPPER_FULLY_CLOSED", "Gripper fully closed", 0.5));
            }
        }
        lastEvents.forEach(env::event);
        String reason = success ? "Completed subtask 'wave' 1/1" : "Time-out";
        if (success) {
            env.event(new EpisodeEvent(steps, 101, "OBJECT_PLACED_IN_CONTAINER_SUCCESS", reason, 1));
        }
        env.end(success ? EpisodeOutcome.success(reason) : EpisodeOutcome.truncated(reason), row -> {
                    row.put(schema.field("final_" + CAMERA), image(steps));
                    row.put(schema.field("final_" + VIEWPORT), image(steps));
                })
                .join();
    }

    private static void step(StepWriter row, FieldSchema schema, int step, int steps, boolean success) {
        row.put(schema.field("actions"), joints(step, 8));
        row.put(schema.field(CAMERA), image(step));
        row.put(schema.field(VIEWPORT), image(step));
        row.put(schema.field("ee_pose/position"), position(step));
        row.put(schema.field("ee_pose/orientation"), new float[] {1, 0, 0, 0});
        boolean isDone = success && step == steps - 1;
        row.put(schema.field("subtask/status"), isDone ? 101 : 0);
        row.put(schema.field("subtask/completed"), isDone ? 1 : 0);
        row.put(schema.field("subtask/score"), isDone ? 1f : step >= steps / 2 ? 0.5f : 0f);
        state(row, schema, "states/", step);
        float[] corners = new float[24];
        for (int i = 0; i < corners.length; i++) {
            int corner = i / 3;
            float half = (corner >> i % 3 & 1) == 0 ? -0.02f : 0.02f;
            corners[i] = boxPosition(step)[i % 3] + half;
        }
        row.putMetres(schema.field("bbox/bbox_mm/box"), corners);
        row.put(schema.field("bbox/centroid/box"), boxPosition(step));
        row.publish();
    }

    private static void state(StepWriter row, FieldSchema schema, String group, int step) {
        row.put(schema.field(group + ROBOT + "joint_position"), joints(step, 9));
        row.put(schema.field(group + ROBOT + "joint_velocity"), joints(step + 3, 9));
        row.put(schema.field(group + ROBOT + "root_pose"), new float[] {0, 0, 0, 1, 0, 0, 0});
        float[] box = boxPosition(step);
        float half = (float) Math.sqrt(0.5);
        row.put(schema.field(group + BOX + "root_pose"), new float[] {box[0], box[1], box[2], half, 0, 0, half});
    }

    private static float[] joints(int step, int count) {
        float[] values = new float[count];
        for (int joint = 0; joint < count; joint++) {
            values[joint] = (float) (0.3 * Math.sin(0.1 * (joint + 1) * step + 0.4 * joint));
        }
        return values;
    }

    private static float[] position(int step) {
        return new float[] {(float) (0.4 + 0.1 * Math.cos(0.2 * step)), (float) (0.1 * Math.sin(0.2 * step)), 0.3f};
    }

    private static float[] boxPosition(int step) {
        return new float[] {0.5f, 0.002f * step, 0.02f};
    }

    private static byte[] image(int step) {
        byte[] pixels = new byte[HEIGHT * WIDTH * 3];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (byte) (i / 3 % WIDTH * 4 + step);
        }
        return pixels;
    }

    private static FieldSchema schema() {
        List<FieldSpec> fields = new ArrayList<>();
        fields.add(FieldSpec.step("actions", DType.FLOAT32, 8).withUnit("rad"));
        fields.add(FieldSpec.image(CAMERA, HEIGHT, WIDTH));
        fields.add(FieldSpec.image(VIEWPORT, HEIGHT, WIDTH).unstored());
        fields.add(finalImage("final_" + CAMERA, true));
        fields.add(finalImage("final_" + VIEWPORT, false));
        fields.add(FieldSpec.step("ee_pose/position", DType.FLOAT32, 3).withUnit("m"));
        fields.add(FieldSpec.step("ee_pose/orientation", DType.FLOAT32, 4));
        fields.add(FieldSpec.step("subtask/status", DType.UINT16));
        fields.add(FieldSpec.step("subtask/completed", DType.UINT8));
        fields.add(FieldSpec.step("subtask/score", DType.FLOAT32));
        fields.add(FieldSpec.step("bbox/bbox_mm/box", DType.INT16, 8, 3).withUnit("mm"));
        fields.add(FieldSpec.step("bbox/centroid/box", DType.FLOAT16, 3).withUnit("m"));
        for (FieldPhase phase : List.of(FieldPhase.STEP, FieldPhase.INITIAL)) {
            String group = phase == FieldPhase.STEP ? "states/" : "initial_state/";
            fields.add(state(group + ROBOT + "joint_position", phase, 9));
            fields.add(state(group + ROBOT + "joint_velocity", phase, 9));
            fields.add(state(group + ROBOT + "root_pose", phase, 7));
            fields.add(state(group + BOX + "root_pose", phase, 7));
        }
        return FieldSchema.of(fields);
    }

    private static FieldSpec state(String path, FieldPhase phase, int size) {
        return new FieldSpec(path, DType.FLOAT32, List.of(size), "", "", phase, false, false, true);
    }

    private static FieldSpec finalImage(String path, boolean stored) {
        return new FieldSpec(
                path, DType.UINT8, List.of(HEIGHT, WIDTH, 3), "", "", FieldPhase.FINAL, true, false, stored);
    }
}
