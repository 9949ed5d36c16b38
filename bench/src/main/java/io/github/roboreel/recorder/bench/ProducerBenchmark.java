package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
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
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench producer}: one thread records all envs of a run, as a simulator's loop does, and times each step. */
@Command(
        name = "producer",
        description = {
            "How long recording holds up the simulator's thread: one thread hands over the steps of all"
                    + " envs as fast as the recorder takes them, into every sink on the class path."
        },
        mixinStandardHelpOptions = true)
final class ProducerBenchmark extends BenchCommand {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.Steps steps = new Options.Steps(5000);

    @Option(
            names = {"--warm-up-steps", "--warm_up_steps"},
            defaultValue = "1000",
            description = "Steps recorded before the measured ones, 0 or more (${DEFAULT-VALUE}).")
    private int warmUpSteps;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "Where to record; a temporary folder, deleted afterwards, if not given.")
    private Path recording;

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final FieldSchema schema = BenchFields.proprio().schema();
    private final Histogram envStepNanos = new Histogram(3);
    private final Histogram stepNanos = new Histogram(3);
    private List<BenchSignal> signals;

    @Override
    void check() {
        envs.count();
        steps.count();
        Options.requireAtLeast("--warm-up-steps", warmUpSteps, 0);
    }

    /** Wall time covers the measured steps and everything until the files are closed. */
    @Override
    Figures measure(Path folder) {
        RecorderConfig config = RecorderConfig.defaults();
        RunSpec run = RecordSpec.run(recording == null ? folder : recording, envs.count());
        List<EpisodeSink> sinks = ServiceLoader.load(EpisodeSinkProvider.class).stream()
                .map(provider -> provider.get().create(config, run))
                .toList();
        signals = BenchSignal.loaded(schema, 1);
        long start;
        double parkedSeconds;
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sinks(sinks)
                .meters(meters)
                .open()) {
            recorder.envs().forEach(EnvRecorder::begin);
            record(recorder, 0, warmUpSteps);
            envStepNanos.reset();
            stepNanos.reset();
            parkedSeconds = -parkedSeconds();
            start = System.nanoTime();
            record(recorder, warmUpSteps, steps.count());
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
        }
        double wallSeconds = (System.nanoTime() - start) / 1e9;
        parkedSeconds += parkedSeconds();
        long rowBytes = BenchFields.proprio().rowBytes();
        double speed = (double) envs.count() * steps.count() / wallSeconds;
        List<String> names = sinks.stream().map(EpisodeSink::name).toList();
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("one env's step", new Figures().cells(envStepNanos, 1e3, "us", 2, PERCENTILES));
        rows.put("one step of all envs", new Figures().cells(stepNanos, 1e3, "us", 2, PERCENTILES));
        return new Figures()
                .put("bench", "producer")
                .put("sinks", names)
                .put("num_envs", envs.count())
                .put("steps", steps.count())
                .put("row_bytes", rowBytes)
                .put("wall_s", wallSeconds, 3)
                .put("env_steps_per_s", speed, 1)
                .put("parked_s", parkedSeconds, 3)
                .put("env_step_us", envStepNanos, 1e3, 2, PERCENTILES)
                .put("step_us", stepNanos, 1e3, 2, PERCENTILES)
                .say(Sentence.of(
                        "producer: %d envs x %d steps of %d bytes into %s: %.0f env-steps/s, parked %.3f s",
                        envs.count(), steps.count(), rowBytes, String.join(", ", names), speed, parkedSeconds))
                .say(Figures.table("microseconds", rows));
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
