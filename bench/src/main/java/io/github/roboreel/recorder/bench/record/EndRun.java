package io.github.roboreel.recorder.bench.record;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.RunSpec;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** Episodes of the same length that begin one after the other, so that each of them ends alone while the others run. */
final class EndRun {
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);

    private final RecordSpec spec;
    private final FieldSchema schema;
    private final BenchSignal signal;
    private final Histogram latency = new ConcurrentHistogram(1, MAX_NANOS, 3);
    private final Histogram ending = new Histogram(1, MAX_NANOS, 3);
    private final Histogram quiet = new Histogram(1, MAX_NANOS, 3);
    private final AtomicInteger pending = new AtomicInteger();
    private int metrics;

    EndRun(RecordSpec spec) {
        this.spec = spec;
        schema = spec.schema();
        signal = new BenchSignal(
                schema, spec.numEnvs(), spec.steps(), spec.fields().imageKind());
    }

    EndReport measure(Path folder, int runs) throws IOException {
        for (int run = 0; run <= runs; run++) {
            Path own = folder.resolve("run-" + run);
            record(own);
            OutputSubfolder.delete(own);
            if (run == 0) {
                latency.reset();
                ending.reset();
                quiet.reset();
            }
        }
        return new EndReport(spec, latency, metrics, ending, quiet);
    }

    private void record(Path folder) {
        RunSpec run = RecordSpec.run(folder, spec.numEnvs());
        var config = spec.hdf5().config();
        var sinks = List.of(new Hdf5SinkProvider().create(config, run));
        List<CompletableFuture<EpisodeSummary>> ends = new ArrayList<>();
        try (EpisodeRecorder recorder =
                EpisodeRecorder.builder(run, schema).config(config).sinks(sinks).open()) {
            steps(recorder, ends);
        }
        for (CompletableFuture<EpisodeSummary> end : ends) {
            requireMetrics(end.join());
        }
    }

    private void steps(EpisodeRecorder recorder, List<CompletableFuture<EpisodeSummary>> ends) {
        Histogram ignored = new Histogram(1, MAX_NANOS, 3);
        Stalls pace = new Stalls(ignored, spec.paceHz(), System.nanoTime());
        int between = Math.max(1, spec.steps() / spec.numEnvs());
        int last = between * (spec.numEnvs() - 1) + spec.steps();
        for (int step = 0; step < last; step++) {
            if (step % between == 0 && step / between < spec.numEnvs()) {
                recorder.env(step / between).begin();
            }
            signal.load(step);
            pace.awaitTurn();
            boolean othersEnd = pending.get() > 0;
            long start = System.nanoTime();
            BatchWriter rows = recorder.stepAll();
            signal.put(rows);
            rows.publish();
            (othersEnd ? ending : quiet).recordValue(System.nanoTime() - start);
            for (int env = 0; env < spec.numEnvs(); env++) {
                EnvRecorder handle = recorder.env(env);
                if (handle.isRecording() && handle.numSamples() == spec.steps()) {
                    ends.add(end(handle));
                }
            }
        }
    }

    private CompletableFuture<EpisodeSummary> end(EnvRecorder env) {
        pending.incrementAndGet();
        long start = System.nanoTime();
        return env.end(EpisodeOutcome.success("done")).whenComplete((summary, failure) -> {
            latency.recordValue(System.nanoTime() - start);
            pending.decrementAndGet();
        });
    }

    private void requireMetrics(EpisodeSummary summary) {
        metrics = summary.metrics().size();
        if (metrics == 0) {
            throw new IllegalStateException(
                    "the episode's metrics are missing; is the metrics module on the class path?");
        }
    }
}
