package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.bench.record.MeasuredRecording.Seconds;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.HdrHistogram.Histogram;

/** Records the same spec again and again, one vectorised producer, and measures each recording. */
public final class RecordRun {
    private static final long MAX_STALL_NANOS = TimeUnit.HOURS.toNanos(1);

    private final RecordSpec spec;
    private final FieldSchema schema;
    private final BenchSignal signal;

    /** Makes the values; nothing is recorded yet. */
    public RecordRun(RecordSpec spec) {
        this.spec = spec;
        schema = spec.schema();
        signal = new BenchSignal(
                schema, spec.numEnvs(), spec.steps(), spec.fields().imageKind());
    }

    /**
     * Records into a folder that is new or empty.
     *
     * @throws IOException when the run file is not where it should be
     */
    public MeasuredRecording record(Path folder) throws IOException {
        RunSpec run = RecordSpec.run(folder, spec.numEnvs());
        Path file = run.envFolder().resolve(RunFolder.runFile(run.run()));
        MeterRegistry meters = new SimpleMeterRegistry();
        Histogram stalls = new Histogram(1, MAX_STALL_NANOS, 3);
        long gcBefore = ProcessFigures.gcPauseMillis();
        long cpuBefore = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        long opened;
        long published;
        long allocated;
        Stalls slow;
        try (EpisodeRecorder recorder = open(run, meters)) {
            for (int env = 0; env < spec.numEnvs(); env++) {
                recorder.env(env).begin();
            }
            opened = System.nanoTime();
            slow = new Stalls(stalls, spec.paceHz(), opened);
            allocated = steps(recorder, slow);
            published = System.nanoTime();
            for (int env = 0; env < spec.numEnvs(); env++) {
                recorder.env(env).end(EpisodeOutcome.success("done"));
            }
        }
        long closed = System.nanoTime();
        return new MeasuredRecording(
                spec,
                file,
                Files.size(file),
                new Seconds(
                        (opened - start) / 1e9,
                        (closed - start) / 1e9,
                        (closed - published) / 1e9,
                        (ProcessFigures.cpuNanos() - cpuBefore) / 1e9),
                slow.measured(),
                allocated,
                ProcessFigures.gcPauseMillis() - gcBefore,
                slowestFlushMillis(meters));
    }

    private EpisodeRecorder open(RunSpec run, MeterRegistry meters) {
        var recorder = EpisodeRecorder.builder(run, schema)
                .config(spec.hdf5().config())
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
            BatchWriter rows = recorder.stepAll();
            signal.put(rows);
            rows.publish();
            long end = System.nanoTime();
            allocated += ProcessFigures.allocatedBytes() - before;
            stalls.add(step, start, end);
        }
        return allocated;
    }

    private static double slowestFlushMillis(MeterRegistry meters) {
        Timer flushes = meters.find("roboreel.flush.duration").timer();
        return flushes == null ? Double.NaN : flushes.max(TimeUnit.MILLISECONDS);
    }
}
