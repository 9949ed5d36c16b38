package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.hdf5.file.RunFile;
import io.github.roboreel.recorder.schema.FieldPhase;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeBegin;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.SinkReport;
import io.github.roboreel.recorder.spi.TestContext;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/** Drives a real sink as the recorder's handler thread does, with {@link TestRow}s. */
public final class SinkHarness {
    /** What a test does with an open sink. */
    @FunctionalInterface
    public interface Body {
        void run() throws Exception;
    }

    public final Hdf5Sink sink = new Hdf5Sink();
    public final TestContext context;
    public final AtomicInteger heldFrames = new AtomicInteger();
    private final TestRow initial;
    private final TestRow step;
    private final TestRow last;
    private final long[] steps;

    public SinkHarness(Path folder, FieldSchema schema, int numEnvs, RecorderConfig.Builder config) {
        this(folder, schema, numEnvs, 0, config);
    }

    /** Of a run with places for continuous episodes of so many envs. */
    public static SinkHarness continuous(
            Path folder, FieldSchema schema, int places, int numEnvs, RecorderConfig.Builder config) {
        return new SinkHarness(folder, schema, places, numEnvs, config);
    }

    private SinkHarness(
            Path folder, FieldSchema schema, int numDemos, int continuousEnvs, RecorderConfig.Builder config) {
        EpisodeInfo info = new EpisodeInfo("Put the \u00fcmlaut \ud83c\udf4c in", "p", 7, 1 / 15.0);
        RunSpec run = RunSpec.builder(folder, "TestTask")
                .taskName("Test")
                .episodes(EpisodeInfo.repeat(numDemos, info))
                .continuous(continuousEnvs)
                .envConfigJson("{\"sim\": {\"dt\": 0.0083}, \"decimation\": 8}")
                .build();
        context = new TestContext(config.build(), run, schema);
        initial = new TestRow(schema.layout(FieldPhase.INITIAL), heldFrames);
        step = new TestRow(schema.layout(FieldPhase.STEP), heldFrames);
        last = new TestRow(schema.layout(FieldPhase.FINAL), heldFrames);
        steps = new long[numDemos];
    }

    /** Without a flush by time, so that a test decides when rows become visible. */
    public static RecorderConfig.Builder untimed() {
        return RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.0);
    }

    public static <T> RecorderConfig.Builder untimed(Setting<T> setting, T value) {
        return untimed().set(setting, value);
    }

    public void open() throws IOException {
        sink.open(context);
    }

    /** Opens the sink, records, and closes it. */
    public void record(Body body) throws Exception {
        open();
        try {
            body.run();
        } finally {
            close();
        }
    }

    public void begin(int env) throws IOException {
        sink.onBegin(env, initial.at(env, 0));
    }

    /** A continuous episode takes a place. */
    public void begin(int demo, int simEnv) throws IOException {
        begin(demo, simEnv, context.run().episodes().get(demo));
    }

    /** One with an instruction, a policy or a seed of its own does. */
    public void begin(int demo, int simEnv, EpisodeInfo info) throws IOException {
        begin(demo, simEnv, info, Map.of());
    }

    /** One that something is known of at its begin does. */
    public void begin(int demo, int simEnv, EpisodeInfo info, Map<String, Object> metadata) throws IOException {
        sink.onBegin(demo, new EpisodeBegin(simEnv, info, metadata), initial.at(demo, 0));
    }

    public void steps(int env, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            sink.onStep(env, steps[env], step.at(env, steps[env]));
            steps[env]++;
        }
    }

    public CompletionStage<SinkReport> end(int env, EpisodeOutcome outcome) throws IOException {
        return sink.onEnd(env, new EpisodeEnd(steps[env], outcome, List.of(), last.at(env, steps[env])));
    }

    public void endWithoutFinalRow(int env, EpisodeOutcome outcome) throws IOException {
        sink.onEnd(env, new EpisodeEnd(steps[env], outcome, List.of(), null));
    }

    public Path file() {
        return RunFile.path(context.run());
    }

    public Path staging() {
        return RunFile.stagingPath(context.run());
    }

    public void close() throws IOException {
        sink.close();
    }
}
