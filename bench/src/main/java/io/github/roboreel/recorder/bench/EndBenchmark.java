package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.EpisodeSummary;
import io.github.roboreel.recorder.config.RecorderConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/**
 * {@code bench end}: from {@code end} to the result line on disk. Episodes of the same length begin one after the
 * other, so that each of them ends alone while the others run.
 */
@Command(
        name = "end",
        description = "Time from the end of an episode to its result line on disk, metrics included, while"
                + " the other envs go on; and whether those are held up.")
final class EndBenchmark extends Scenario {
    private static final String[] PERCENTILES = {"50", "99", "100"};

    @Param
    private int numEnvs = 16;

    /** Shorter episodes have no metrics. */
    @Param(min = 3)
    private int steps = 1000;

    @Param(min = 0)
    private double paceHz = 500;

    @Param("Runs of one episode per env that count, after one that does not")
    private int runs = 8;

    private final Histogram latency = new ConcurrentHistogram(3);
    private final Histogram ending = new Histogram(3);
    private final Histogram quiet = new Histogram(3);
    private final AtomicInteger pending = new AtomicInteger();
    private int metrics;

    @Override
    void measure(Path folder) throws IOException {
        RecordSpec spec =
                new RecordSpec(numEnvs, steps, BenchFields.proprio(), paceHz, RecorderConfig.defaults(), true);
        BenchSignal signal = spec.signal();
        for (int run = 0; run <= runs; run++) {
            Path own = folder.resolve("run-" + run);
            record(spec, signal, own);
            delete(own);
            if (run == 0) {
                List.of(latency, ending, quiet).forEach(Histogram::reset);
            }
        }
        figures.put("episodes", latency.getTotalCount()).put("metrics", metrics);
        Map<String, Figures> rows = new LinkedHashMap<>();
        put(rows, "end to result line", "end_ms", latency);
        put(rows, "vector step while another episode ends", "stall_us_while_ending", ending);
        put(rows, "vector step otherwise", "stall_us_otherwise", quiet);
        say("", rows);
    }

    private void put(Map<String, Figures> rows, String row, String key, Histogram nanos) {
        figures.put(key, nanos, PERCENTILES);
        rows.put(row, new Figures().put(key.substring(0, key.indexOf('_') + 3), nanos, PERCENTILES));
    }

    private void record(RecordSpec spec, BenchSignal signal, Path folder) {
        List<CompletableFuture<EpisodeSummary>> ends = new ArrayList<>();
        try (EpisodeRecorder recorder = spec.builder(folder).open()) {
            Pace turns = new Pace(paceHz);
            int between = Math.max(1, steps / numEnvs);
            int last = between * (numEnvs - 1) + steps;
            for (int step = 0; step < last; step++) {
                if (step % between == 0 && step / between < numEnvs) {
                    recorder.env(step / between).begin();
                }
                signal.load(step);
                turns.await();
                boolean othersEnd = pending.get() > 0;
                long start = System.nanoTime();
                signal.publish(recorder);
                (othersEnd ? ending : quiet).recordValue(System.nanoTime() - start);
                for (EnvRecorder env : recorder.envs()) {
                    if (env.isRecording() && env.numSamples() == steps) {
                        ends.add(end(env));
                    }
                }
            }
        }
        for (CompletableFuture<EpisodeSummary> end : ends) {
            metrics = end.join().metrics().size();
            if (metrics == 0) {
                throw new IllegalStateException(
                        "the episode's metrics are missing; is the metrics module on the class path?");
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
