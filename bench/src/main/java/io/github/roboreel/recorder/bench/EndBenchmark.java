package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * {@code bench end}: from {@code end} to the result line on disk. Episodes of the same length begin one after the
 * other, so that each of them ends alone while the others run.
 */
@Command(
        name = "end",
        description = {
            "Time from the end of an episode to its result line on disk, metrics included, while"
                    + " the other envs go on; and whether those are held up."
        },
        mixinStandardHelpOptions = true)
final class EndBenchmark extends BenchCommand.OnDisk {
    private static final long MAX_NANOS = TimeUnit.HOURS.toNanos(1);
    private static final double[] PERCENTILES = {50, 99, 100};

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.Steps steps = new Options.Steps(1000);

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(500);

    @Option(
            names = "--runs",
            defaultValue = "8",
            description = "Runs of one episode per env that count, after one that does not (${DEFAULT-VALUE}).")
    private int runs;

    private final FieldSchema schema = BenchFields.proprio().schema();
    private final Histogram latency = new ConcurrentHistogram(1, MAX_NANOS, 3);
    private final Histogram ending = new Histogram(1, MAX_NANOS, 3);
    private final Histogram quiet = new Histogram(1, MAX_NANOS, 3);
    private final AtomicInteger pending = new AtomicInteger();
    private BenchSignal signal;
    private int metrics;

    @Override
    void check() {
        envs.count();
        pace.hz();
        Options.requireAtLeast("--runs", runs, 1);
        // Shorter episodes have no metrics.
        steps.atLeast(3);
    }

    @Override
    Figures measure(Path folder) throws IOException {
        signal = new BenchSignal(schema, envs.count(), steps.count(), ImageKind.GRADIENT);
        for (int run = 0; run <= runs; run++) {
            Path own = folder.resolve("run-" + run);
            record(own);
            OutputSubfolder.delete(own);
            if (run == 0) {
                List.of(latency, ending, quiet).forEach(Histogram::reset);
            }
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        rows.put("end to result line, ms", new Figures().cells(latency, 1e6, "", 2, PERCENTILES));
        rows.put("vector step while another episode ends, us", new Figures().cells(ending, 1e3, "", 2, PERCENTILES));
        rows.put("vector step otherwise, us", new Figures().cells(quiet, 1e3, "", 2, PERCENTILES));
        return new Figures()
                .put("bench", "end")
                .put("num_envs", envs.count())
                .put("steps", steps.count())
                .put("pace_hz", pace.hz())
                .put("episodes", latency.getTotalCount())
                .put("metrics", metrics)
                .put("end_ms", latency, 1e6, 3, PERCENTILES)
                .put("stall_us_while_ending", ending, 1e3, 3, PERCENTILES)
                .put("stall_us_otherwise", quiet, 1e3, 3, PERCENTILES)
                .say(Sentence.of(
                        "end: %d episodes of %d steps, %d envs at %.0f Hz, %d metrics each",
                        latency.getTotalCount(), steps.count(), envs.count(), pace.hz(), metrics))
                .say(Figures.table("", rows));
    }

    private void record(Path folder) {
        List<CompletableFuture<EpisodeSummary>> ends = new ArrayList<>();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, envs.count()), schema)
                .sink(new Hdf5SinkProvider())
                .open()) {
            steps(recorder, ends);
        }
        for (CompletableFuture<EpisodeSummary> end : ends) {
            metrics = end.join().metrics().size();
            if (metrics == 0) {
                throw new IllegalStateException(
                        "the episode's metrics are missing; is the metrics module on the class path?");
            }
        }
    }

    private void steps(EpisodeRecorder recorder, List<CompletableFuture<EpisodeSummary>> ends) {
        Pace turns = new Pace(pace.hz());
        int between = Math.max(1, steps.count() / envs.count());
        int last = between * (envs.count() - 1) + steps.count();
        for (int step = 0; step < last; step++) {
            if (step % between == 0 && step / between < envs.count()) {
                recorder.env(step / between).begin();
            }
            signal.load(step);
            turns.await();
            boolean othersEnd = pending.get() > 0;
            long start = System.nanoTime();
            signal.publish(recorder);
            (othersEnd ? ending : quiet).recordValue(System.nanoTime() - start);
            for (EnvRecorder env : recorder.envs()) {
                if (env.isRecording() && env.numSamples() == steps.count()) {
                    ends.add(end(env));
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
}
