package com.example;

import io.github.roboreel.format.DType;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.schema.Field;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.schema.FieldSpec;
import java.nio.file.Path;
import java.util.Arrays;

/** Records four envs whose joints wave, into the folder that is given. */
public final class Embedding {
    private static final int STEPS = 600;
    private static final int JOINTS = 7;

    private Embedding() {}

    public static void main(String[] args) {
        FieldSchema schema = FieldSchema.of(
                FieldSpec.step("actions", DType.FLOAT32, JOINTS).withUnit("rad").withFrame("joint"));
        RunSpec run = RunSpec.builder(Path.of(args[0]), "WaveTask")
                .envs(4, "Wave at the camera")
                .dtSeconds(1 / 15.0)
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.open(run, schema)) {
            recorder.envs().forEach(env -> record(env, schema.field("actions")));
        }
    }

    private static void record(EnvRecorder env, Field actions) {
        env.begin();
        float[] action = new float[JOINTS];
        for (int step = 0; step < STEPS; step++) {
            Arrays.fill(action, (float) Math.sin(step / 15.0 + env.envId()));
            env.step().put(actions, action).publish();
        }
        env.end(EpisodeOutcome.success("waved"));
    }
}
