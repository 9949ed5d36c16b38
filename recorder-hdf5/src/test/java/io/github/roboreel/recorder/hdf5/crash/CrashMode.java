package io.github.roboreel.recorder.hdf5.crash;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.SinkHarness;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;

/** Ways to record, each with other writes. */
enum CrashMode {
    /** More than two chunks of each env. */
    ROWS(1100, 0),
    /** Chunks of 500 and of 2 rows. */
    WIDE(16, 0),
    /** Chunks that are not full are written every few ms, and replaced. */
    TIMED(700, 0),
    /** The last places, which none takes, are removed when the file is closed. */
    CONTINUOUS(60, 24),
    /** Compressed, a chunk for each colour plane. */
    PLANES(30, 0),
    /** Not compressed. */
    FRAMES(30, 0),
    CONTINUOUS_PLANES(12, 12),
    DATA(700, 0),
    FULL(700, 0),
    DATA_CONTINUOUS(60, 24),
    FULL_PLANES(60, 0);

    private static final FieldSchema SMALL = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 5),
            FieldSpec.step("flags", DType.BOOL, 3),
            FieldSpec.step("obs/clock", DType.INT64),
            FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7),
            FieldSpec.finalObservation("final_obs/arm", DType.FLOAT32, 7));
    private static final FieldSchema LARGE = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 5),
            FieldSpec.step("obs/heights", DType.UINT16, 250, 700),
            FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7));
    private static final FieldSchema PICTURES = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 5),
            FieldSpec.image("obs/left_cam", 24, 32),
            FieldSpec.image("obs/depth", DType.UINT16, 16, 16, 1),
            FieldSpec.initial("initial_state/joint_position", DType.FLOAT32, 7),
            FieldSpec.finalObservation("final_obs/arm", DType.FLOAT32, 7));

    private final int steps;
    private final int places;

    CrashMode(int steps, int places) {
        this.steps = steps;
        this.places = places;
    }

    /** Longest episode. */
    int steps() {
        return steps;
    }

    boolean isContinuous() {
        return places > 0;
    }

    int numEnvs() {
        return this == WIDE ? 2 : 3;
    }

    /** Those that are recorded. */
    int numDemos() {
        return this == CONTINUOUS ? places - 8 : isContinuous() ? places : numEnvs();
    }

    boolean forces() {
        return name().startsWith("DATA") || name().startsWith("FULL");
    }

    FieldSchema schema() {
        boolean pictures = name().endsWith("PLANES") || this == FRAMES;
        return pictures ? PICTURES : this == WIDE ? LARGE : SMALL;
    }

    SinkHarness harness(Path folder) {
        RecorderConfig.Builder config = RecorderConfig.builder()
                .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, this == TIMED ? 0.01 : 0.0)
                .set(Hdf5Settings.FLUSH_INTERVAL_STEPS, this == WIDE || schema() == PICTURES ? 7 : 130)
                .set(Hdf5Settings.COMPRESSION, this == FRAMES ? "none" : "fast")
                .set(Hdf5Settings.COMPACT_ON_CLOSE, this != CONTINUOUS)
                .set(Hdf5Settings.DURABILITY, durability())
                .set(Hdf5Settings.FORCE_INTERVAL_SECONDS, 0.03);
        return isContinuous()
                ? SinkHarness.continuous(folder, schema(), places, numEnvs(), config)
                : new SinkHarness(folder, schema(), numEnvs(), config);
    }

    private String durability() {
        return forces() ? name().startsWith("DATA") ? "data" : "full" : "process";
    }
}
