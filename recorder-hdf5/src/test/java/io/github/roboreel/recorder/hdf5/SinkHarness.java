package io.github.roboreel.recorder.hdf5;

import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.FieldPhase;
import io.github.roboreel.recorder.FieldSchema;
import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.Setting;
import io.github.roboreel.recorder.StopRequest;
import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.SinkContext;
import io.github.roboreel.recorder.spi.SinkReport;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** Drives a real sink as the recorder's handler thread does, with {@link TestRow}s. */
final class SinkHarness implements SinkContext {
    /** What a test does with an open sink. */
    @FunctionalInterface
    interface Body {
        void run() throws Exception;
    }

    final Hdf5Sink sink = new Hdf5Sink();
    final AtomicReference<Throwable> failure = new AtomicReference<>();
    final StopRequest stopRequest = new StopRequest();
    final AtomicInteger heldFrames = new AtomicInteger();
    private final RunSpec run;
    private final FieldSchema schema;
    private final RecorderConfig config;
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final TestRow initial;
    private final TestRow step;
    private final TestRow last;
    private final long[] steps;

    SinkHarness(Path folder, FieldSchema schema, int numEnvs, RecorderConfig.Builder config) {
        this.schema = schema;
        this.config = config.build();
        EpisodeInfo info = new EpisodeInfo("Put the \u00fcmlaut \ud83c\udf4c in", "p", 7, 1 / 15.0);
        run =
                new RunSpec(
                        folder,
                        "TestTask",
                        "Test",
                        0,
                        EpisodeInfo.repeat(numEnvs, info),
                        "default",
                        List.of(),
                        "{\"sim\": {\"dt\": 0.0083}, \"decimation\": 8}");
        initial = new TestRow(schema.layout(FieldPhase.INITIAL), heldFrames);
        step = new TestRow(schema.layout(FieldPhase.STEP), heldFrames);
        last = new TestRow(schema.layout(FieldPhase.FINAL), heldFrames);
        steps = new long[numEnvs];
    }

    /** Without a flush by time, so that a test decides when rows become visible. */
    static RecorderConfig.Builder untimed() {
        return RecorderConfig.builder().set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, 0.0);
    }

    static <T> RecorderConfig.Builder untimed(Setting<T> setting, T value) {
        return untimed().set(setting, value);
    }

    void open() throws IOException {
        sink.open(this);
    }

    /** Opens the sink, records, and closes it. */
    void record(Body body) throws Exception {
        open();
        try {
            body.run();
        } finally {
            close();
        }
    }

    void begin(int env) throws IOException {
        sink.onBegin(env, initial.at(env, 0));
    }

    void steps(int env, int count) throws IOException {
        for (int i = 0; i < count; i++) {
            sink.onStep(env, steps[env], step.at(env, steps[env]));
            steps[env]++;
        }
    }

    CompletionStage<SinkReport> end(int env, EpisodeOutcome outcome) throws IOException {
        return sink.onEnd(
                env, new EpisodeEnd(steps[env], outcome, List.of(), last.at(env, steps[env])));
    }

    void endWithoutFinalRow(int env, EpisodeOutcome outcome) throws IOException {
        sink.onEnd(env, new EpisodeEnd(steps[env], outcome, List.of(), null));
    }

    Path file() {
        return RunFile.path(run);
    }

    Path staging() {
        return RunFile.stagingPath(run);
    }

    void close() throws IOException {
        sink.close();
    }

    @Override
    public RecorderConfig config() {
        return config;
    }

    @Override
    public RunSpec run() {
        return run;
    }

    @Override
    public FieldSchema schema() {
        return schema;
    }

    @Override
    public MeterRegistry meters() {
        return meters;
    }

    @Override
    public StopRequest stopRequest() {
        return stopRequest;
    }

    @Override
    public void fail(Throwable cause) {
        failure.compareAndSet(null, cause);
    }
}
