package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
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
import java.util.concurrent.TimeUnit;

/** Records the same spec again and again, one vectorised producer, and measures each recording. */
final class RecordRun {
    private final RecordSpec spec;
    private final FieldSchema schema;
    private final BenchSignal signal;

    /** Makes the values; nothing is recorded yet. */
    RecordRun(RecordSpec spec) {
        this.spec = spec;
        schema = spec.fields().schema();
        signal = new BenchSignal(
                schema, spec.numEnvs(), spec.steps(), spec.fields().imageKind());
    }

    /**
     * What one recording took.
     *
     * @param file the run file
     * @param fileMb its size
     * @param stalls how long vector steps held the producer
     * @param allocatedBytes on the producer's thread during the steps
     * @param gcPauseMillis collections during the whole recording
     * @param slowestFlushMillis the longest flush of the run file
     */
    record Measured(
            RecordSpec spec,
            Path file,
            double fileMb,
            Seconds seconds,
            Stalls stalls,
            long allocatedBytes,
            long gcPauseMillis,
            double slowestFlushMillis) {
        /** Of all envs, of the whole recording. */
        double envStepsPerSecond() {
            return spec.envSteps() / seconds.wall;
        }

        double episodesPerSecond() {
            return spec.numEnvs() / seconds.wall;
        }

        /** Bytes handed over, timestamps not counted. */
        double rawMbPerSecond() {
            return spec.fields().rowBytes() * envStepsPerSecond() / 1e6;
        }

        /** What a step cost on all threads; hardly changed by what else runs. */
        double cpuMicrosPerEnvStep() {
            return 1e6 * seconds.cpu / spec.envSteps();
        }
    }

    /**
     * Times of a recording.
     *
     * @param open until steps were accepted
     * @param wall from opening to the closed, complete file
     * @param close from the last step's publication to the closed file
     * @param cpu that all threads of the process ran from opening to the closed file
     */
    record Seconds(double open, double wall, double close, double cpu) {}

    /** Records into a folder that is new or empty. */
    Measured record(Path folder) throws IOException {
        RunSpec run = RecordSpec.run(folder, spec.numEnvs());
        Path file = run.envFolder().resolve(RunFolder.runFile(run.run()));
        MeterRegistry meters = new SimpleMeterRegistry();
        long gcBefore = ProcessFigures.gcPauseMillis();
        long cpuBefore = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        long opened;
        long published;
        long allocated;
        Stalls stalls;
        try (EpisodeRecorder recorder = open(run, meters)) {
            recorder.envs().forEach(EnvRecorder::begin);
            opened = System.nanoTime();
            stalls = new Stalls(spec.paceHz());
            allocated = steps(recorder, stalls);
            published = System.nanoTime();
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
        }
        long closed = System.nanoTime();
        return new Measured(
                spec,
                file,
                Files.size(file) / 1e6,
                new Seconds(
                        (opened - start) / 1e9,
                        (closed - start) / 1e9,
                        (closed - published) / 1e9,
                        (ProcessFigures.cpuNanos() - cpuBefore) / 1e9),
                stalls,
                allocated,
                ProcessFigures.gcPauseMillis() - gcBefore,
                slowestFlushMillis(meters));
    }

    private EpisodeRecorder open(RunSpec run, MeterRegistry meters) {
        var recorder = EpisodeRecorder.builder(run, schema)
                .config(spec.config())
                .sink(new Hdf5SinkProvider())
                .meters(meters);
        return spec.metrics() ? recorder.open() : recorder.withoutMetrics().open();
    }

    /** Returns what handing over the steps allocated on the producer's thread. */
    private long steps(EpisodeRecorder recorder, Stalls stalls) {
        long allocated = 0;
        for (int step = 0; step < spec.steps(); step++) {
            signal.load(step);
            stalls.awaitTurn();
            long before = ProcessFigures.allocatedBytes();
            long start = System.nanoTime();
            signal.publish(recorder);
            long end = System.nanoTime();
            allocated += ProcessFigures.allocatedBytes() - before;
            stalls.add(step, start, end);
        }
        return allocated;
    }

    private static double slowestFlushMillis(MeterRegistry meters) {
        Timer flushes = meters.find(RecorderMeter.FLUSH_DURATION.meterName()).timer();
        return flushes == null ? Double.NaN : flushes.max(TimeUnit.MILLISECONDS);
    }

    /** One cold recording, which warms the JVM up, then several that count; the last one's files stay. */
    List<Measured> measure(Path folder, int rounds) throws IOException {
        List<Measured> measured = new ArrayList<>();
        for (int round = 0; round <= rounds; round++) {
            if (round > 0) {
                OutputSubfolder.delete(folder.resolve("round-" + (round - 1)));
            }
            measured.add(record(folder.resolve("round-" + round)));
        }
        return measured;
    }

    /** Where the processors' time goes in the recordings after the cold one. */
    ThreadProfiler.Profile profile(Path folder, int rounds) throws IOException, InterruptedException {
        record(folder.resolve("round-0"));
        try (ThreadProfiler profiler = new ThreadProfiler()) {
            for (int round = 1; round <= rounds; round++) {
                record(folder.resolve("round-" + round));
            }
            return profiler.stop();
        } finally {
            OutputSubfolder.delete(folder);
        }
    }
}
