package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;

/**
 * One recording, from open to the closed and complete file, by one vectorised producer.
 *
 * @param file the run file
 * @param wallSeconds from opening to the closed file
 * @param stalls how long vector steps held the producer
 * @param allocatedBytes on the producer's thread during the steps
 * @param gcPauseMillis collections during the whole recording
 * @param slowestFlushMillis the longest flush of the run file
 * @param figures its speed; sizes are in MB, of which the raw one does not count timestamps
 */
record RecordRun(
        Path file,
        double wallSeconds,
        Stalls stalls,
        long allocatedBytes,
        long gcPauseMillis,
        double slowestFlushMillis,
        Figures figures) {
    /** Records into a folder that is new or empty. */
    static RecordRun of(RecordSpec spec, Path folder) throws IOException {
        return of(spec, spec.signal(), folder);
    }

    /** The same with values that were made before. */
    static RecordRun of(RecordSpec spec, BenchSignal signal, Path folder) throws IOException {
        RunSpec run = RecordSpec.run(folder, spec.numEnvs());
        MeterRegistry meters = new SimpleMeterRegistry();
        long gcBefore = ProcessFigures.gcPauseMillis();
        long cpuBefore = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        long opened;
        long published;
        long allocated = 0;
        Stalls stalls;
        try (EpisodeRecorder recorder = RecordSpec.begin(spec.builder(run).meters(meters))) {
            opened = System.nanoTime();
            stalls = new Stalls(spec.paceHz());
            for (int step = 0; step < spec.steps(); step++) {
                signal.load(step);
                stalls.awaitTurn();
                long before = ProcessFigures.allocatedBytes();
                long begun = System.nanoTime();
                signal.publish(recorder);
                long end = System.nanoTime();
                allocated += ProcessFigures.allocatedBytes() - before;
                stalls.add(step, begun, end);
            }
            published = System.nanoTime();
            RecordSpec.end(recorder);
        }
        long closed = System.nanoTime();
        Timer flushes = meters.find(RecorderMeter.FLUSH_DURATION.meterName()).timer();
        Path file = run.envFolder().resolve(RunFolder.runFile(run.run()));
        double wallSeconds = (closed - start) / 1e9;
        double envStepsPerSecond = spec.envSteps() / wallSeconds;
        Figures figures = new Figures()
                .put("env_steps_per_s", envStepsPerSecond)
                .put("episodes_per_s", spec.numEnvs() / wallSeconds)
                .put("raw_mb_per_s", spec.fields().rowBytes() * envStepsPerSecond / 1e6)
                .put("file_mb", Files.size(file) / 1e6)
                .put("wall_s", wallSeconds)
                .put("open_s", (opened - start) / 1e9)
                .put("close_s", (closed - published) / 1e9)
                .put("cpu_us_per_env_step", (ProcessFigures.cpuNanos() - cpuBefore) / 1e3 / spec.envSteps())
                .put("stall_us", stalls.nanos())
                .put("allocated_bytes_per_step", (double) allocated / spec.steps());
        return new RecordRun(
                file,
                wallSeconds,
                stalls,
                allocated,
                ProcessFigures.gcPauseMillis() - gcBefore,
                flushes == null ? Double.NaN : flushes.max(TimeUnit.MILLISECONDS),
                figures);
    }

    /** Where the processors' time goes in so many recordings after a cold one. */
    static Figures profile(RecordSpec spec, Path folder, int rounds) throws IOException, InterruptedException {
        BenchSignal signal = spec.signal();
        of(spec, signal, folder.resolve("round-0"));
        try (ThreadProfiler profiler = new ThreadProfiler()) {
            for (int round = 1; round <= rounds; round++) {
                of(spec, signal, folder.resolve("round-" + round));
            }
            return profiler.stop();
        } finally {
            Scenario.delete(folder);
        }
    }
}
