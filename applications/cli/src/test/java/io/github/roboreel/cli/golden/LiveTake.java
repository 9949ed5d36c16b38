package io.github.roboreel.cli.golden;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.video.VideoSettings;
import io.github.roboreel.recordings.Recordings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A recorder at work: one env's episode has ended, and so many steps of the other's can be read. */
final class LiveTake implements AutoCloseable {
    static final String ENV = "Wave";

    private static final int ENDED_STEPS = 30;
    private static final int OPEN_STEPS = 20;
    private static final int FLUSH_STEPS = 10;
    private static final double DT_SECONDS = 1 / 15.0;
    private static final String STATE = "articulation/robot/joint_position";
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 8).withUnit("rad"),
            FieldSpec.step("ee_pose/position", DType.FLOAT32, 3).withUnit("m"),
            FieldSpec.step("obs/arm_joint_pos", DType.FLOAT32, 7),
            FieldSpec.finalObservation("final_obs/arm_joint_pos", DType.FLOAT32, 7),
            FieldSpec.step("states/" + STATE, DType.FLOAT32, 9),
            FieldSpec.initial("initial_state/" + STATE, DType.FLOAT32, 9));

    private final EpisodeRecorder recorder;

    private LiveTake(EpisodeRecorder recorder) {
        this.recorder = recorder;
    }

    /** Returns when readers see all of it. */
    static LiveTake begin(Path folder) throws IOException, InterruptedException {
        RunSpec run = RunSpec.builder(folder, ENV)
                .episodes(EpisodeInfo.repeat(2, new EpisodeInfo("Wave", "sine", 1, DT_SECONDS)))
                .attributes(List.of("simple"))
                .envConfigJson("{\"sim\": {\"dt\": 0.008333333333333333, \"render_interval\": 8}, \"decimation\": 8}")
                .build();
        RecorderConfig config = RecorderConfig.builder()
                .set(VideoSettings.MODE, "none")
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, FLUSH_STEPS)
                .build();
        LiveTake take =
                new LiveTake(EpisodeRecorder.builder(run, SCHEMA).config(config).open());
        take.recordEnded(take.recorder.env(0));
        take.steps(take.recorder.env(1), OPEN_STEPS);
        while (readableSteps(folder) < ENDED_STEPS + OPEN_STEPS) {
            Thread.sleep(20);
        }
        return take;
    }

    private static long readableSteps(Path folder) throws IOException {
        try (Recordings recordings = Recordings.open(folder)) {
            return recordings.numSteps();
        }
    }

    private void recordEnded(EnvRecorder env) {
        steps(env, ENDED_STEPS);
        env.event(new EpisodeEvent(ENDED_STEPS, 101, "OBJECT_PLACED_IN_CONTAINER_SUCCESS", "waved", 1));
        env.end(
                        EpisodeOutcome.success("waved"),
                        row -> row.put(SCHEMA.field("final_obs/arm_joint_pos"), joints(ENDED_STEPS, 7)))
                .join();
    }

    private void steps(EnvRecorder env, int steps) {
        env.begin(row -> row.put(SCHEMA.field("initial_state/" + STATE), joints(0, 9)));
        for (int step = 0; step < steps; step++) {
            StepWriter row = env.step();
            row.put(SCHEMA.field("actions"), joints(step, 8));
            row.put(SCHEMA.field("ee_pose/position"), joints(step, 3));
            row.put(SCHEMA.field("obs/arm_joint_pos"), joints(step, 7));
            row.put(SCHEMA.field("states/" + STATE), joints(step + 1, 9));
            row.publish();
        }
    }

    private static float[] joints(int step, int count) {
        float[] values = new float[count];
        for (int joint = 0; joint < count; joint++) {
            values[joint] = step * (step + joint) / 1024f;
        }
        return values;
    }

    @Override
    public void close() {
        recorder.close();
    }
}
