package io.github.roboreel.recorder;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.plan.RecordingPlan;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.MemoryRuns;
import io.github.roboreel.recorder.spi.MemorySink;
import io.github.roboreel.recorder.spi.SampleFields;
import io.github.roboreel.recorder.spi.SampleRun;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** A run of the sample fields: opens recorders on it and records sample steps. */
public final class TestRecording {
    /**
     * Far below the 300 s that {@code close} has by default, far above what a busy machine takes for a test's handful
     * of steps.
     */
    static final int HANG_SECONDS = 120;

    public final FieldSchema schema = SampleFields.schema();
    public final MeterRegistry meters = new SimpleMeterRegistry();
    final MemoryRuns runs = new MemoryRuns();
    public final RunSpec run;

    public TestRecording(Path folder, int numEnvs) {
        this(SampleRun.of(folder, 0, numEnvs));
    }

    public TestRecording(RunSpec run) {
        this.run = run;
    }

    public MemorySink memorySink() {
        return new MemorySink("memory", EpisodeSink.Role.DATA, run, runs);
    }

    public EpisodeRecorder open(EpisodeSink... sinks) {
        return open(RecorderConfig.defaults(), sinks);
    }

    /** With a ring that is full after a few steps. */
    EpisodeRecorder openTiny(EpisodeSink... sinks) {
        return open(RecorderConfig.builder().set(RecorderSettings.RING_SIZE, 2).build(), sinks);
    }

    public EpisodeRecorder open(RecorderConfig config, EpisodeSink... sinks) {
        return EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(List.of(sinks))
                .meters(meters)
                .open();
    }

    public EpisodeRecorder open(RecorderConfig config, RecordingPlan plan, EpisodeSink... sinks) {
        return EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(List.of(sinks))
                .meters(meters)
                .plan(plan)
                .open();
    }

    public void begin(EnvRecorder env) {
        env.begin(row -> SampleFields.fill(row, schema, FieldPhase.INITIAL, env.envId(), 0));
    }

    public void steps(EnvRecorder env, int count) {
        for (int i = 0; i < count; i++) {
            step(env);
        }
    }

    void step(EnvRecorder env) {
        StepWriter row = env.step();
        SampleFields.fill(row, schema, FieldPhase.STEP, env.envId(), env.numSamples());
        row.publish();
    }

    public CompletableFuture<EpisodeSummary> end(EnvRecorder env, EpisodeOutcome outcome) {
        return env.end(outcome, row -> SampleFields.fill(row, schema, FieldPhase.FINAL, env.envId(), env.numSamples()));
    }

    /** Fills a row for the calling thread. */
    public static StepWriter writer(RowBuffer row) {
        ThreadGuard guard = new ThreadGuard(0);
        guard.enter();
        return new StepWriter(row, guard, () -> {});
    }

    /** The first cause of a failure. */
    static Throwable rootOf(Throwable failure) {
        Throwable root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }

    /** Starts a thread whose uncaught failure the returned future carries. */
    public static CompletableFuture<Void> inThread(Runnable work) {
        CompletableFuture<Void> done = new CompletableFuture<>();
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                        done.complete(null);
                    } catch (Throwable e) {
                        done.completeExceptionally(e);
                    }
                },
                "producer");
        thread.setDaemon(true);
        thread.start();
        return done;
    }
}
