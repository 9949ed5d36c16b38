package io.github.roboreel.recorder.bench.continuous;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeRecorderBuilder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.bench.record.BenchSignal;
import io.github.roboreel.recorder.bench.record.ProcessFigures;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** One vectorised producer that records the episodes of a spec in either mode, and measures it. For one recording. */
public final class ContinuousBenchmarkRun {
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final int MEMORY_SAMPLES = 8;
    private static final int STEPS_BETWEEN_LOOKS = 200;

    private final ContinuousSpec spec;
    private final FieldSchema schema;
    private final BenchSignal signal;
    private final Histogram stallNanos = new Histogram(1, MAX_NANOS, 3);
    private final List<Double> residentMb = new ArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final int[] left;
    private int begun;
    private int ended;
    private int mostOpen;
    private long envSteps;
    private long vectorSteps;
    private long nextNanos;

    /** Makes the values; nothing is recorded yet. */
    public ContinuousBenchmarkRun(ContinuousSpec spec) {
        this.spec = spec;
        schema = spec.fields().schema();
        signal = new BenchSignal(
                schema, spec.numEnvs(), spec.longest(), spec.fields().imageKind());
        left = new int[spec.numEnvs()];
    }

    /** Every env begins its next episode at once. */
    public ContinuousReport continuous(Path folder) throws IOException {
        return measured("continuous", () -> {
            RunSpec run = RecordSpec.run(folder, spec.numEnvs());
            try (EpisodeRecorder recorder = builder(run).continuous().open()) {
                for (EnvRecorder env : recorder.envs()) {
                    begin(env, spec.length(begun));
                }
                while (ended < spec.episodes()) {
                    step(recorder, folder);
                    endAndBegin(recorder);
                }
            }
        });
    }

    /** One episode per env and run, all of the mean length: no env waits for the slowest. */
    ContinuousReport onePerRun(Path folder) throws IOException {
        return measured("one episode per env and run", () -> {
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
                .config(RecorderConfig.builder()
                        .set(Hdf5Settings.FLUSH_INTERVAL_SECONDS, spec.flushSeconds())
                        .build())
                .sink(new Hdf5SinkProvider())
                .meters(meters);
        return spec.metrics() ? builder : builder.withoutMetrics();
    }

    /** A recording. */
    private interface Work {
        void run() throws IOException;
    }

    private ContinuousReport measured(String mode, Work work) throws IOException {
        long cpuNanos = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        nextNanos = start;
        work.run();
        return new ContinuousReport(
                mode,
                spec,
                ended,
                envSteps,
                (System.nanoTime() - start) / 1e9,
                (ProcessFigures.cpuNanos() - cpuNanos) / 1e9,
                mostOpen,
                meters.find("roboreel.flush.duration").timers().stream()
                        .mapToLong(Timer::count)
                        .sum(),
                List.copyOf(residentMb),
                stallNanos);
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

    /** Begins and ends belong to the vector step in which they come: they hold the producer, too. */
    private void step(EpisodeRecorder recorder, Path folder) throws IOException {
        signal.load(vectorSteps);
        awaitTurn();
        long start = System.nanoTime();
        BatchWriter rows = recorder.stepAll();
        signal.put(rows);
        rows.publish();
        stallNanos.recordValueWithExpectedInterval(System.nanoTime() - start, periodNanos());
        vectorSteps++;
        for (EnvRecorder env : recorder.envs()) {
            envSteps += env.isRecording() ? 1 : 0;
        }
        if (vectorSteps % STEPS_BETWEEN_LOOKS == 0) {
            look(folder);
        }
    }

    private void endAndBegin(EpisodeRecorder recorder) {
        long start = System.nanoTime();
        boolean isAny = false;
        for (int env = 0; env < left.length; env++) {
            EnvRecorder handle = recorder.env(env);
            if (handle.isRecording() && --left[env] == 0) {
                isAny = true;
                end(handle);
                if (begun < spec.episodes()) {
                    begin(handle, spec.length(begun));
                }
            }
        }
        if (isAny) {
            stallNanos.recordValue(System.nanoTime() - start);
        }
    }

    private long periodNanos() {
        return spec.paceHz() > 0 ? (long) (1e9 / spec.paceHz()) : 0;
    }

    private void awaitTurn() {
        for (long wait = nextNanos - System.nanoTime(); periodNanos() > 0 && wait > 0; ) {
            LockSupport.parkNanos(wait);
            wait = nextNanos - System.nanoTime();
        }
        nextNanos += periodNanos();
    }

    private void look(Path folder) throws IOException {
        Path runs = folder.resolve("Bench");
        try (Stream<Path> files = Files.list(runs)) {
            long open = files.filter(file -> file.toString().endsWith(RunFolder.STAGING_SUFFIX))
                    .count();
            mostOpen = (int) Math.max(mostOpen, open);
        }
        if (ended * (long) MEMORY_SAMPLES / spec.episodes() > residentMb.size()) {
            residentMb.add(ProcessFigures.residentMb());
        }
    }
}
