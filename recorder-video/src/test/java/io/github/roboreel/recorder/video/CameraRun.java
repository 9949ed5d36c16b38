package io.github.roboreel.recorder.video;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recorder.spi.EpisodeSink;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Records runs whose frames are plain and tell env, camera and step apart: {@link #level} of grey. Two cameras of odd
 * half size, 33x17, and a viewport of 33x17.
 */
public final class CameraRun {
    public static final double DT_SECONDS = 1 / 15.0;

    private static final int SPACING = 9;

    private final RunSpec run;
    private final FieldSchema schema;

    public CameraRun(Path folder, List<String> instructions, FieldSchema schema) {
        this(folder, DT_SECONDS, instructions, schema);
    }

    private CameraRun(Path folder, double dtSeconds, List<String> instructions, FieldSchema schema) {
        this.schema = schema;
        this.run = RunSpec.builder(folder, "Env")
                .taskName("Task")
                .run(2)
                .episodes(instructions.stream()
                        .map(i -> new EpisodeInfo(i, "scripted", 1, dtSeconds))
                        .toList())
                .envConfigJson("{\"sim\":{\"dt\":" + dtSeconds / 8 + "},\"decimation\":8}")
                .build();
    }

    public CameraRun(Path folder, double dtSeconds, String... instructions) {
        this(folder, dtSeconds, Arrays.asList(instructions), cameras());
    }

    public CameraRun(Path folder, String... instructions) {
        this(folder, Arrays.asList(instructions), cameras());
    }

    static FieldSchema cameras() {
        return FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, 2),
                FieldSpec.image("obs/left_camera", 34, 67),
                FieldSpec.image("obs/right_camera", 34, 66),
                FieldSpec.image("obs/viewport_cam/viewport_camera", 17, 33).unstored(),
                FieldSpec.image("obs/left_camera", 34, 67).finalObservation(),
                FieldSpec.image("obs/right_camera", 34, 66).finalObservation(),
                FieldSpec.image("obs/viewport_cam/viewport_camera", 17, 33)
                        .unstored()
                        .finalObservation());
    }

    public RunSpec spec() {
        return run;
    }

    public FieldSchema schema() {
        return schema;
    }

    public static RecorderConfig config(Object... keysAndValues) {
        RecorderConfig.Builder builder = RecorderConfig.builder();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            builder.set((String) keysAndValues[i], keysAndValues[i + 1]);
        }
        return builder.build();
    }

    public EpisodeRecorder open(RecorderConfig config, EpisodeSink... sinks) {
        return EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(List.of(sinks))
                .open();
    }

    public void begin(EnvRecorder env) {
        env.begin();
    }

    /** Observation {@code step} and the action that follows it. */
    public void step(EnvRecorder env) {
        StepWriter row = env.step();
        fill(row, FieldPhase.STEP, env.envId(), env.numSamples());
        row.publish();
    }

    public EpisodeSummary end(EnvRecorder env, EpisodeOutcome outcome, boolean withFinal) throws Exception {
        long steps = env.numSamples();
        var ended =
                withFinal ? env.end(outcome, row -> fill(row, FieldPhase.FINAL, env.envId(), steps)) : env.end(outcome);
        return ended.get();
    }

    /** A whole episode. */
    public EpisodeSummary record(EnvRecorder env, int steps, EpisodeOutcome outcome, boolean withFinal)
            throws Exception {
        begin(env);
        for (int i = 0; i < steps; i++) {
            step(env);
        }
        return end(env, outcome, withFinal);
    }

    private void fill(StepWriter row, FieldPhase phase, int env, long observation) {
        for (Field field : schema.layout(phase).fields()) {
            if (field.spec().image()) {
                byte[] pixels = new byte[field.spec().elements()];
                Arrays.fill(pixels, (byte) level(env, camera(field), observation));
                row.put(field, pixels);
            } else if (field.spec().path().equals("actions")) {
                row.put(field, new float[] {env, observation});
            }
        }
    }

    private static int camera(Field field) {
        String path = field.spec().path();
        return path.contains("left") ? 0 : path.contains("right") ? 1 : 2;
    }

    /** Grey of a camera's frame of an observation, 0 being what is seen before the first action. */
    public static int level(int env, int camera, long observation) {
        return (int) (30 + 40 * camera + 7 * env + SPACING * (observation % 10));
    }

    /** Files of the run's folder but the configuration. */
    public List<String> videos() throws IOException {
        try (Stream<Path> files = Files.list(run.envFolder())) {
            return files.map(f -> f.getFileName().toString())
                    .filter(n -> !n.endsWith(".json"))
                    .sorted()
                    .toList();
        }
    }

    public PlayedVideo play(String name) throws Exception {
        return PlayedVideo.of(run.envFolder().resolve(name));
    }
}
