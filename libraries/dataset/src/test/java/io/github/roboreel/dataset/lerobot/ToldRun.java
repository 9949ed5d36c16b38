package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.hdf5.read.Hdf5RunReader;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Three recorded episodes of one env with three subtasks, another wording of the instruction, and a text field of what
 * the robot is told at each step.
 *
 * @param folder where it is
 */
record ToldRun(Path folder) implements EpisodeSource {
    static final int STEPS = 9;
    static final int ENVS = 3;
    static final String INSTRUCTION = "tidy up";
    static final String CONFIG = """
            {"sim": {"dt": 0.1}, "decimation": 1, "_instruction_variants": {"default": "tidy up", "vague": "do it, ü"},
             "subtasks": [{"name": "reach"}, {"name": "grasp 'ü'"}, {"name": "place"}]}""";

    private static final String NAME = "Told";
    private static final double DT_SECONDS = 0.1;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 2),
            FieldSpec.step("obs/joints", DType.FLOAT32, 2),
            FieldSpec.step("subtask/completed", DType.UINT8),
            FieldSpec.step("instruction", DType.TEXT, 16),
            FieldSpec.step("task", DType.TEXT, 16),
            FieldSpec.step("language_events", DType.TEXT, 16),
            FieldSpec.step("note", DType.TEXT, 16));

    /** Subtasks completed after a step: of env 1 all at the last one, of env 2 one that is undone again and again. */
    static int completed(int env, int step) {
        return switch (env) {
            case 0 -> Math.min(step / 3, 2);
            case 1 -> step == STEPS - 1 ? 3 : 0;
            default -> step % 2;
        };
    }

    /** What the robot is told at a step; of the other envs the instruction throughout. */
    static String task(int env, int step) {
        return env == 0 && step >= 4 ? "now " + step / 4 : "";
    }

    static ToldRun record(Path folder) {
        EpisodeInfo info = new EpisodeInfo(INSTRUCTION, "none", 1, DT_SECONDS);
        RunSpec spec = RunSpec.builder(folder, NAME)
                .episodes(List.of(info, info, info))
                .envConfigJson(CONFIG)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(spec, SCHEMA)
                .sink(new Hdf5SinkProvider())
                .open()) {
            for (int env = 0; env < ENVS; env++) {
                recorder.env(env).begin(row -> {});
                for (int step = 0; step < STEPS; step++) {
                    StepWriter row = recorder.env(env).step();
                    row.put(field("actions"), new float[] {step, -step});
                    row.put(field("obs/joints"), new float[] {env, step});
                    row.put(field("subtask/completed"), completed(env, step));
                    row.put(field("task"), task(env, step));
                    row.put(field("instruction"), "say " + step);
                    row.put(field("language_events"), "no JSON " + step);
                    row.put(field("note"), "ü " + step);
                    row.publish();
                }
                recorder.env(env).end(EpisodeOutcome.success("tidied")).join();
            }
        }
        return new ToldRun(folder);
    }

    private static Field field(String path) {
        return SCHEMA.field(path);
    }

    @Override
    public void visit(Visitor visitor) throws IOException {
        Path file = folder.resolve(NAME).resolve("run_0.hdf5");
        try (Hdf5RunReader reader = Hdf5RunReader.open(file)) {
            for (int env = 0; env < ENVS; env++) {
                visitor.visit(facts(file, env), reader.demo("demo_" + env));
            }
        }
    }

    private static EpisodeFacts facts(Path file, int env) {
        return new EpisodeFacts(
                file,
                "demo_" + env,
                NAME,
                0,
                env,
                env,
                INSTRUCTION,
                Optional.of("none"),
                EpisodeFacts.Ending.TERMINATED,
                Optional.of(true),
                OptionalDouble.of(1),
                OptionalLong.of(1),
                DT_SECONDS,
                Map.of(),
                Map.of(),
                Map.of(),
                CONFIG);
    }
}
