package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.DurableMark;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * How fast steps of one vectorised producer in this JVM become durable: after a warm-up, from the first to the last.
 */
final class DurableRate {
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(100);
    private static final long PATIENCE_NANOS = TimeUnit.MINUTES.toNanos(5);

    private final int numEnvs;
    private final int warmUpSteps;
    private final int steps;
    private final FieldSchema schema = BenchFields.proprio().schema();
    private final BenchSignal signal;

    DurableRate(int numEnvs, int warmUpSteps, int steps) {
        this.numEnvs = numEnvs;
        this.warmUpSteps = warmUpSteps;
        this.steps = steps;
        signal = new BenchSignal(schema, numEnvs, steps, ImageKind.GRADIENT);
    }

    /** Of the steps that count; both episodes of each env are in runs below the folder. */
    double envStepsPerSecond(Path folder) throws IOException {
        record(folder, 0, warmUpSteps);
        return (double) numEnvs * steps / record(folder, 1, steps);
    }

    private double record(Path folder, int run, int count) throws IOException {
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(
                        RecordSpec.run(folder, numEnvs).toBuilder().run(run).build(), schema)
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .open()) {
            recorder.envs().forEach(EnvRecorder::begin);
            long start = System.nanoTime();
            for (int step = 0; step < count; step++) {
                signal.load(step);
                signal.publish(recorder);
            }
            awaitDurable(recorder.mark());
            double seconds = (System.nanoTime() - start) / 1e9;
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
            return seconds;
        }
    }

    private static void awaitDurable(DurableMark mark) throws IOException {
        long deadlineNanos = System.nanoTime() + PATIENCE_NANOS;
        while (!mark.isDurable()) {
            if (System.nanoTime() > deadlineNanos) {
                throw new IOException("steps are not durable after 5 minutes; see the recorder's log");
            }
            LockSupport.parkNanos(LOOK_NANOS);
        }
    }
}
