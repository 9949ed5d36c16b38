package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** One vectorised producer that records episodes of random lengths in either mode. For one recording. */
final class ContinuousRecording {
    private static final int MEMORY_SAMPLES = 8;
    private static final int STEPS_BETWEEN_LOOKS = 200;
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    private final Spec spec;
    private final FieldSchema schema;
    private final BenchSignal signal;
    private final RecorderConfig config;
    private final Histogram stallNanos = new Histogram(1, TimeUnit.HOURS.toNanos(1), 3);
    private final List<Long> residentMb = new ArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final int[] left;
    private int begun;
    private int ended;
    private int mostOpen;
    private long envSteps;
    private long vectorSteps;
    private Pace pace;
    private double wallSeconds;
    private double cpuSeconds;

    /**
     * What is recorded.
     *
     * @param episodes how many in all
     * @param shortest steps of the shortest
     * @param longest steps of the longest; all lengths between are equally likely
     * @param paceHz vector steps per second; 0 for as fast as the recorder takes them
     * @param metrics whether each episode's metrics are computed
     */
    record Spec(int numEnvs, int episodes, int shortest, int longest, double paceHz, boolean metrics) {
        /** The length of an episode, the same for all that record it. */
        int length(int episode) {
            return shortest + new Random(0x9E3779B9L * episode).nextInt(longest - shortest + 1);
        }

        /** That of each episode where all have the same. */
        int meanLength() {
            return (shortest + longest) / 2;
        }
    }

    /** With the recorder's defaults. */
    ContinuousRecording(Spec spec, BenchFields fields) {
        this(spec, fields, RecorderConfig.defaults());
    }

    /** Makes the values; nothing is recorded yet. */
    ContinuousRecording(Spec spec, BenchFields fields, RecorderConfig config) {
        this.spec = spec;
        this.config = config;
        schema = fields.schema();
        signal = new BenchSignal(schema, spec.numEnvs(), spec.longest(), fields.imageKind());
        left = new int[spec.numEnvs()];
    }

    /** Every env begins its next episode at once. */
    ContinuousRecording continuous(Path folder) throws IOException {
        return measured(() -> {
            RunSpec run = RecordSpec.run(folder, spec.numEnvs());
            try (EpisodeRecorder recorder = builder(run).continuous().open()) {
                recorder.envs().forEach(env -> begin(env, spec.length(begun)));
                while (ended < spec.episodes()) {
                    step(recorder, folder);
                    endAndBegin(recorder);
                }
            }
        });
    }

    /** One episode per env and run, all of the mean length: no env waits for the slowest. */
    ContinuousRecording onePerRun(Path folder) throws IOException {
        return measured(() -> {
            for (int index = 0; ended < spec.episodes(); index++) {
                RunSpec run = RecordSpec.run(folder, spec.numEnvs()).toBuilder()
                        .run(index)
                        .build();
                try (EpisodeRecorder recorder = builder(run).open()) {
                    recorder.envs().forEach(env -> begin(env, spec.meanLength()));
                    for (int step = 0; step < spec.meanLength(); step++) {
                        step(recorder, folder);
                    }
                    recorder.envs().forEach(this::end);
                }
            }
        });
    }

    private EpisodeRecorderBuilder builder(RunSpec run) {
        EpisodeRecorderBuilder builder = EpisodeRecorder.builder(run, schema)
                .config(config)
                .sink(new Hdf5SinkProvider())
                .meters(meters);
        return spec.metrics() ? builder : builder.withoutMetrics();
    }

    /** A recording. */
    private interface Work {
        void run() throws IOException;
    }

    private ContinuousRecording measured(Work work) throws IOException {
        long cpuNanos = ProcessFigures.cpuNanos();
        pace = new Pace(spec.paceHz());
        long start = System.nanoTime();
        work.run();
        wallSeconds = (System.nanoTime() - start) / 1e9;
        cpuSeconds = (ProcessFigures.cpuNanos() - cpuNanos) / 1e9;
        return this;
    }

    private void begin(EnvRecorder env, int length) {
        env.begin();
        left[env.envId()] = length;
        begun++;
    }

    private void end(EnvRecorder env) {
        env.end(EpisodeOutcome.success("done"));
        ended++;
    }

    private void step(EpisodeRecorder recorder, Path folder) throws IOException {
        signal.load(vectorSteps);
        pace.await();
        long start = System.nanoTime();
        signal.publish(recorder);
        stallNanos.recordValueWithExpectedInterval(System.nanoTime() - start, pace.periodNanos());
        vectorSteps++;
        for (EnvRecorder env : recorder.envs()) {
            envSteps += env.isRecording() ? 1 : 0;
        }
        if (vectorSteps % STEPS_BETWEEN_LOOKS == 0) {
            look(folder);
        }
    }

    /** Begins and ends hold the producer, too. */
    private void endAndBegin(EpisodeRecorder recorder) {
        long start = System.nanoTime();
        boolean isAny = false;
        for (EnvRecorder env : recorder.envs()) {
            if (env.isRecording() && --left[env.envId()] == 0) {
                isAny = true;
                end(env);
                if (begun < spec.episodes()) {
                    begin(env, spec.length(begun));
                }
            }
        }
        if (isAny) {
            stallNanos.recordValue(System.nanoTime() - start);
        }
    }

    private void look(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("Bench"))) {
            long open = files.filter(file -> file.toString().endsWith(RunFolder.STAGING_SUFFIX))
                    .count();
            mostOpen = (int) Math.max(mostOpen, open);
        }
        if (ended * (long) MEMORY_SAMPLES / spec.episodes() > residentMb.size()) {
            residentMb.add(Math.round(ProcessFigures.residentMb()));
        }
    }

    /** From the opening to the last closed file. */
    double wallSeconds() {
        return wallSeconds;
    }

    double envStepsPerSecond() {
        return envSteps / wallSeconds;
    }

    Figures figures() {
        return new Figures()
                .put("episodes", ended, "episodes")
                .put("env_steps", envSteps)
                .put("wall_s", wallSeconds, 2, "s", 1)
                .put("env_steps_per_s", envStepsPerSecond(), 0, "steps/s", 0)
                .put("episodes_per_s", ended / wallSeconds, 1, "episodes/s", 0)
                .put("cpu_us_per_env_step", 1e6 * cpuSeconds / envSteps, 2, "CPU us", 1)
                .put("most_run_files_open", mostOpen, "open")
                .put(
                        "flushes",
                        meters.find(RecorderMeter.FLUSH_DURATION.meterName()).timers().stream()
                                .mapToLong(Timer::count)
                                .sum(),
                        "flushes")
                .put("resident_mb", residentMb)
                .put("stall_us", stallNanos, 1e3, 1, PERCENTILES)
                .cells(stallNanos, 1e3, "us", 0, PERCENTILES);
    }
}
