package io.github.roboreel.cli;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoSettings;
import java.nio.file.Path;
import java.util.List;

/** One episode of any length with the images of two cameras, recorded through the recorder. */
final class LongTake {
    private static final int HEIGHT = 120;
    private static final int WIDTH = 160;
    private static final String STATE = "articulation/robot/joint_position";
    private static final List<String> CAMERAS = List.of("obs/wrist_cam", "obs/front_cam");
    private static final FieldSchema SCHEMA = schema();

    private LongTake() {}

    static Path record(Path folder, int steps) {
        return record(folder, steps, StepSchedule.ALL);
    }

    /** Of these steps only what the schedule stores. */
    static Path record(Path folder, int steps, StepSchedule schedule) {
        RecordingPlan plan = RecordingPlan.EVERYTHING.withSteps(schedule);
        RecorderConfig config =
                RecorderConfig.builder().set(VideoSettings.MODE, "none").build();
        EpisodeInfo episode = new EpisodeInfo("Wave for long", "sine", 1, 1 / 15.0);
        String envCfg = "{\"sim\": {\"dt\": 0.008333333333333333, \"render_interval\": 8}, \"decimation\": 8}";
        RunSpec run = RunSpec.builder(folder, "Wave")
                .episodes(List.of(episode))
                .envConfigJson(envCfg)
                .build();
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, SCHEMA).config(config).plan(plan).open()) {
            record(recorder.env(0), steps);
        }
        return folder;
    }

    private static void record(EnvRecorder env, int steps) {
        env.begin(row -> row.put(SCHEMA.field("initial_state/" + STATE), joints(0)));
        byte[] picture = new byte[HEIGHT * WIDTH * 3];
        for (int step = 0; step < steps; step++) {
            var row = env.step();
            row.put(SCHEMA.field("actions"), joints(step));
            row.put(SCHEMA.field("obs/joints"), joints(step));
            row.put(SCHEMA.field("states/" + STATE), joints(step + 1));
            for (String camera : CAMERAS) {
                row.put(SCHEMA.field(camera), paint(picture, step + camera.length()));
            }
            row.publish();
        }
        env.end(EpisodeOutcome.success("waved"), row -> {
                    row.put(SCHEMA.field("final_obs/joints"), joints(steps));
                    for (String camera : CAMERAS) {
                        row.put(SCHEMA.field("final_" + camera), paint(picture, steps + camera.length()));
                    }
                })
                .join();
    }

    /** Bytes of the pictures of all steps. */
    static long pictureBytes(int steps) {
        return (long) steps * CAMERAS.size() * HEIGHT * WIDTH * 3;
    }

    private static float[] joints(int step) {
        float[] values = new float[7];
        for (int joint = 0; joint < values.length; joint++) {
            values[joint] = (float) Math.sin(0.01 * (joint + 1) * step);
        }
        return values;
    }

    /** Stripes that wander, and a number that no other step has. */
    private static byte[] paint(byte[] picture, int step) {
        for (int i = 0; i < picture.length; i++) {
            picture[i] = (byte) (i / 3 % WIDTH + step);
        }
        picture[0] = (byte) (step >> 8);
        return picture;
    }

    private static FieldSchema schema() {
        return FieldSchema.of(List.of(
                FieldSpec.step("actions", DType.FLOAT32, 7).withUnit("rad"),
                FieldSpec.step("obs/joints", DType.FLOAT32, 7),
                FieldSpec.finalObservation("final_obs/joints", DType.FLOAT32, 7),
                FieldSpec.step("states/" + STATE, DType.FLOAT32, 7),
                FieldSpec.initial("initial_state/" + STATE, DType.FLOAT32, 7),
                FieldSpec.image(CAMERAS.get(0), HEIGHT, WIDTH),
                FieldSpec.image(CAMERAS.get(1), HEIGHT, WIDTH),
                finalImage(CAMERAS.get(0)),
                finalImage(CAMERAS.get(1))));
    }

    private static FieldSpec finalImage(String camera) {
        return FieldSpec.finalObservation("final_" + camera, DType.UINT8, HEIGHT, WIDTH, 3);
    }
}
