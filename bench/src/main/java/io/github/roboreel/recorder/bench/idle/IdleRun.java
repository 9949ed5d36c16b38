package io.github.roboreel.recorder.bench.idle;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.bench.record.BenchFields;
import io.github.roboreel.recorder.bench.record.BenchSignal;
import io.github.roboreel.recorder.bench.record.RecordSpec;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;

/** One recording with silences, by one vectorised producer. */
final class IdleRun {
    private static final int WARM_UP_STEPS = 10_000;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final IdleSpec spec;
    private final FieldSchema schema = BenchFields.proprio().schema();
    private final BenchSignal signal;
    private long steps;

    IdleRun(IdleSpec spec) {
        this.spec = spec;
        signal = new BenchSignal(
                schema, spec.numEnvs(), WARM_UP_STEPS, BenchFields.proprio().imageKind());
    }

    IdleReport measure(Path folder) {
        RecorderConfig config = RecorderConfig.builder()
                .set(RecorderSettings.WAIT_STRATEGY, spec.waitStrategy())
                .build();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, spec.numEnvs()), schema)
                .config(config)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .open()) {
            recorder.envs().forEach(EnvRecorder::begin);
            warmUp(recorder);
            IdleReport.Usage idle = usage(() -> sleep(spec.seconds()));
            IdleReport.Usage paced = usage(() -> stepAtPace(recorder))
                    .without(Thread.currentThread().getName());
            Histogram firstSteps = firstSteps(recorder);
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
            return new IdleReport(spec, idle, paced, firstSteps);
        }
    }

    /** Until the compilers are done with it. */
    private void warmUp(EpisodeRecorder recorder) {
        for (int step = 0; step < WARM_UP_STEPS; step++) {
            step(recorder);
        }
        stepAtPace(recorder);
        awaitDurable(recorder);
    }

    private static IdleReport.Usage usage(Runnable work) {
        ProcessorTimes before = ProcessorTimes.now();
        work.run();
        ProcessorTimes after = ProcessorTimes.now();
        return new IdleReport.Usage(after.percentSince(before), after.threadPercentSince(before));
    }

    private void stepAtPace(EpisodeRecorder recorder) {
        long first = System.nanoTime();
        long count = Math.max(1, Math.round(spec.seconds() * spec.paceHz()));
        for (long step = 0; step < count; step++) {
            sleepUntil(first + Math.round(step * 1e9 / spec.paceHz()));
            step(recorder);
        }
    }

    private Histogram firstSteps(EpisodeRecorder recorder) {
        Histogram nanos = new Histogram(3);
        for (int step = 0; step < spec.firstSteps(); step++) {
            sleep(spec.silenceSeconds());
            signal.load(steps);
            long start = System.nanoTime();
            step(recorder);
            awaitDurable(recorder);
            nanos.recordValue(System.nanoTime() - start);
        }
        return nanos;
    }

    private void step(EpisodeRecorder recorder) {
        signal.load(steps++);
        BatchWriter rows = recorder.stepAll();
        signal.put(rows);
        rows.publish();
    }

    private void awaitDurable(EpisodeRecorder recorder) {
        long begun = System.nanoTime();
        for (EnvRecorder env : recorder.envs()) {
            while (env.durableSteps() < steps) {
                if (System.nanoTime() - begun > PATIENCE_NANOS) {
                    throw new IllegalStateException("a step was not durable after 10 s");
                }
                LockSupport.parkNanos(LOOK_NANOS);
            }
        }
    }

    private static void sleep(double seconds) {
        sleepUntil(System.nanoTime() + Math.round(seconds * 1e9));
    }

    private static void sleepUntil(long nanoTime) {
        for (long left = nanoTime - System.nanoTime(); left > 0; left = nanoTime - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
