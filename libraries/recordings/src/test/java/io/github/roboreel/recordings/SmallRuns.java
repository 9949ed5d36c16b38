package io.github.roboreel.recordings;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;

/** Runs of two envs whose values say where they belong. */
public final class SmallRuns {
    /** Name of the env. */
    public static final String ENV = "Counting";

    /** Envs of a run. */
    public static final int ENVS = 2;

    private static final int HEIGHT = 16;
    private static final int WIDTH = 24;
    private static final FieldSchema SCHEMA = FieldSchema.of(
            FieldSpec.step("actions", DType.FLOAT32, 7),
            FieldSpec.step("obs/half", DType.FLOAT16, 2),
            FieldSpec.step("obs/joints", DType.FLOAT64, 3).withUnit("rad").withFrame("joint"),
            FieldSpec.step("obs/count", DType.INT64),
            FieldSpec.step("obs/flag", DType.BOOL),
            FieldSpec.text("obs/label", 12),
            FieldSpec.image("obs/camera", HEIGHT, WIDTH),
            FieldSpec.initial("initial_state/joints", DType.FLOAT64, 3));

    private SmallRuns() {}

    /** Records so many runs. */
    public static Path make(Path folder, int runs) {
        for (int run = 0; run < runs; run++) {
            try (EpisodeRecorder recorder = open(folder, run)) {
                for (int env = 0; env < ENVS; env++) {
                    begin(recorder.env(env), run, env, steps(run, env));
                    recorder.env(env).end(EpisodeOutcome.success("counted")).join();
                }
            }
        }
        return folder;
    }

    /** A recorder of one run. */
    public static EpisodeRecorder open(Path folder, int run) {
        RunSpec spec = RunSpec.builder(folder, ENV)
                .run(run)
                .envs(ENVS, "Count to ten")
                .dtSeconds(0.1)
                .policy("counter")
                .seed(5)
                .build();
        return EpisodeRecorder.builder(spec, SCHEMA).open();
    }

    /** Begins an episode that has these steps and stays open. */
    public static void begin(EnvRecorder env, int run, int envId, int steps) {
        env.begin(row -> row.put(SCHEMA.field("initial_state/joints"), joints(run, envId, -1)));
        for (int step = 0; step < steps; step++) {
            put(env.step(), run, envId, step);
        }
    }

    /** Steps of an episode. */
    public static int steps(int run, int env) {
        return 12 + 5 * run + 3 * env;
    }

    private static void put(StepWriter row, int run, int env, int step) {
        float[] action = new float[7];
        for (int i = 0; i < action.length; i++) {
            action[i] = action(run, env, step, i);
        }
        row.put(SCHEMA.field("actions"), action);
        row.put(SCHEMA.field("obs/half"), new float[] {step + 0.5f, -env});
        row.put(SCHEMA.field("obs/joints"), joints(run, env, step));
        row.put(SCHEMA.field("obs/count"), (1L << 60) + step);
        row.put(SCHEMA.field("obs/flag"), step % 3 == 0);
        row.put(SCHEMA.field("obs/label"), "step " + step);
        byte[] image = new byte[HEIGHT * WIDTH * 3];
        for (int i = 0; i < image.length; i++) {
            image[i] = pixel(env, step, i);
        }
        row.put(SCHEMA.field("obs/camera"), image);
        row.publish();
    }

    static float action(int run, int env, int step, int i) {
        return run * 1000 + env * 100 + step + i / 8f;
    }

    static double[] joints(int run, int env, int step) {
        return new double[] {run + 0.1, env + 0.2, step + 0.3};
    }

    static byte pixel(int env, int step, int i) {
        return (byte) (env * 50 + step + i * 7);
    }
}
