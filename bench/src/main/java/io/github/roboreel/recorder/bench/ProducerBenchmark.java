package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.EpisodeSink;
import io.github.roboreel.recorder.spi.EpisodeSinkProvider;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/** {@code bench producer}: one thread records all envs of a run, as a simulator's loop does, and times each step. */
@Command(
        name = "producer",
        description = "How long recording holds up the simulator's thread: one thread hands over the steps of all"
                + " envs as fast as the recorder takes them, into every sink on the class path. What it records stays"
                + " in --output-dir, if that is given.")
final class ProducerBenchmark extends Scenario {
    @Param
    private int numEnvs = 16;

    @Param
    private int steps = 5000;

    @Param(value = "Steps recorded before the measured ones", min = 0)
    private int warmUpSteps = 1000;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Histogram envStepNanos = new Histogram(3);
    private final Histogram stepNanos = new Histogram(3);
    private List<BenchSignal> signals;

    @Override
    boolean isOnDisk() {
        return false;
    }

    /** Wall time covers the measured steps and everything until the files are closed. */
    @Override
    void measure(Path folder) {
        RecorderConfig config = RecorderConfig.defaults();
        FieldSchema schema = BenchFields.proprio().schema();
        RunSpec run = RecordSpec.run(outputDir == null ? folder : outputDir, numEnvs);
        List<EpisodeSink> sinks = ServiceLoader.load(EpisodeSinkProvider.class).stream()
                .map(provider -> provider.get().create(config, run))
                .toList();
        signals = BenchSignal.loaded(schema, 1);
        long start;
        double parkedSeconds;
        try (EpisodeRecorder recorder = RecordSpec.begin(
                EpisodeRecorder.builder(run, schema).config(config).sinks(sinks).meters(meters))) {
            record(recorder, 0, warmUpSteps);
            envStepNanos.reset();
            stepNanos.reset();
            parkedSeconds = -parkedSeconds();
            start = System.nanoTime();
            record(recorder, warmUpSteps, steps);
            RecordSpec.end(recorder);
        }
        double wallSeconds = (System.nanoTime() - start) / 1e9;
        figures.put("sinks", sinks.stream().map(EpisodeSink::name).toList())
                .put("row_bytes", BenchFields.proprio().rowBytes());
        Figures speed = new Figures()
                .put("wall_s", wallSeconds)
                .put("env_steps_per_s", (double) numEnvs * steps / wallSeconds)
                .put("parked_s", parkedSeconds + parkedSeconds());
        figures.put(speed.members()).put("env_step_us", envStepNanos).put("step_us", stepNanos);
        say("", Map.of("all", speed));
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("one env's step", new Figures().put("us", envStepNanos));
        rows.put("one step of all envs", new Figures().put("us", stepNanos));
        say("", rows);
    }

    private void record(EpisodeRecorder recorder, long firstStep, int count) {
        for (long step = firstStep; step < firstStep + count; step++) {
            long start = System.nanoTime();
            long envStart = start;
            for (int env = 0; env < recorder.numEnvs(); env++) {
                signals.get((int) ((step + env) % signals.size())).publish(recorder.env(env));
                long now = System.nanoTime();
                envStepNanos.recordValue(now - envStart);
                envStart = now;
            }
            stepNanos.recordValue(envStart - start);
        }
    }

    /** Time the producer was parked because the ring was full. */
    private double parkedSeconds() {
        Timer waits = meters.find(RecorderMeter.PRODUCER_WAIT.meterName()).timer();
        return waits == null ? 0 : waits.totalTime(TimeUnit.NANOSECONDS) / 1e9;
    }
}
