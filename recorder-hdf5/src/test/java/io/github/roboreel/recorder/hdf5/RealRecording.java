package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.StepWriter;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;

/** Feeds the real recorder with {@link TestRow}'s values. */
public final class RealRecording implements AutoCloseable {
    private final EpisodeRecorder recorder;
    private final FieldSchema schema;
    private final long[] steps;

    private RealRecording(EpisodeRecorder recorder, FieldSchema schema) {
        this.recorder = recorder;
        this.schema = schema;
        steps = new long[recorder.numEnvs()];
    }

    /** With the real sink alone. */
    public static RealRecording open(Path folder, int run, int envs, FieldSchema schema, RecorderConfig config) {
        return open(folder, run, envs, schema, config, new Hdf5Sink());
    }

    public static RealRecording open(
            Path folder, int run, int envs, FieldSchema schema, RecorderConfig config, EpisodeSink sink) {
        EpisodeInfo info = new EpisodeInfo("Meet a fault", "p", 7, 1 / 15.0);
        RunSpec spec = RunSpec.builder(folder, "TestTask")
                .taskName("Test")
                .run(run)
                .episodes(EpisodeInfo.repeat(envs, info))
                .envConfigJson("{\"sim\": {\"dt\": " + 1 / 120.0 + "}, \"decimation\": 8}")
                .build();
        var meters = new SimpleMeterRegistry();
        return new RealRecording(
                EpisodeRecorder.builder(spec, schema)
                        .config(config)
                        .sink(sink)
                        .meters(meters)
                        .open(),
                schema);
    }

    public static Path runFile(Path folder, int run) {
        return folder.resolve("TestTask").resolve("run_" + run + ".hdf5");
    }

    public static Path stagingFile(Path folder) {
        return folder.resolve("TestTask").resolve("run_0.staging");
    }

    int envs() {
        return steps.length;
    }

    public void beginAll() {
        for (int env = 0; env < steps.length; env++) {
            int envId = env;
            recorder.env(env).begin(row -> RecordedValues.put(row, schema, FieldPhase.INITIAL, envId, 0));
        }
    }

    /** So many steps of every env, in turn. */
    public void stepAll(int count) {
        for (int i = 0; i < count; i++) {
            for (int env = 0; env < steps.length; env++) {
                step(env);
            }
        }
    }

    /** So many steps of every env but one, in turn. */
    public void stepAllBut(int left, int count) {
        for (int i = 0; i < count; i++) {
            for (int env = 0; env < steps.length; env++) {
                if (env != left) {
                    step(env);
                }
            }
        }
    }

    void step(int env) {
        StepWriter row = recorder.env(env).step();
        RecordedValues.put(row, schema, FieldPhase.STEP, env, steps[env]);
        row.publish();
        steps[env]++;
    }

    public CompletableFuture<EpisodeSummary> end(int env, EpisodeOutcome outcome) {
        return recorder.env(env)
                .end(outcome, row -> RecordedValues.put(row, schema, FieldPhase.FINAL, env, steps[env]));
    }

    /** Waits until every episode is settled. */
    public void endAll() {
        CompletableFuture<?>[] ends = new CompletableFuture<?>[steps.length];
        for (int env = 0; env < ends.length; env++) {
            ends[env] = end(env, EpisodeOutcome.success("done"));
        }
        CompletableFuture.allOf(ends).join();
    }

    public long durableSteps(int env) {
        return recorder.env(env).durableSteps();
    }

    @Override
    public void close() {
        recorder.close();
    }
}
