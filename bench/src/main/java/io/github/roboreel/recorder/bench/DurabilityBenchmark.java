package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench durability}: what the levels of durability cost, and how long a step is in danger. */
@Command(
        name = "durability",
        description = {
            "Records the same steps with hdf5.durability process, data and full alternately, and measures"
                    + " throughput and how long after its publishing each step survives the death of the process."
        },
        mixinStandardHelpOptions = true)
final class DurabilityBenchmark extends BenchCommand {
    private static final List<String> LEVELS = List.of("process", "data", "full");
    private static final int WARM_UP_STEPS = 2000;

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.Steps steps = new Options.Steps(8000);

    @Mixin
    private Options.Rounds rounds = new Options.Rounds(5);

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(0);

    @Option(
            names = "--images",
            paramLabel = "WxH",
            description = "Size of the frames of one camera per env, without noise; no camera if not given.")
    private String images;

    @Option(
            names = {"--output-dir", "--output_dir"},
            description = "A folder on the disk in question; a temporary one if not given.")
    private Path outputDir;

    private BenchFields fields = BenchFields.proprio();

    /** All rounds of one level together. */
    private static final class Level {
        private final List<Double> envStepsPerSecond = new ArrayList<>();
        /** From publishing a step to its being durable. */
        private final Histogram ackNanos = new Histogram(3);

        private long mostPendingSteps;
        private long longestStepNanos;

        Figures figures(Level base) {
            double speed = Figures.median(envStepsPerSecond);
            return new Figures()
                    .put("env_steps_per_s", speed, 1, "env-steps/s", 0)
                    .put("env_steps_per_s_ratio", speed / Figures.median(base.envStepsPerSecond), 3, "ratio", 2)
                    .put("ack_ms", ackNanos, 1e6, 3, 50, 99, 100)
                    .cells(ackNanos, 1e6, "ms to ack", 2, 50, 99, 100)
                    .put("pending_steps_max", mostPendingSteps, "pending steps")
                    .put("longest_step_ms", longestStepNanos / 1e6, 3, "longest ms", 2);
        }
    }

    @Override
    Path outputDir() {
        return outputDir;
    }

    @Override
    void check() {
        envs.count();
        steps.count();
        rounds.count();
        pace.hz();
        if (images != null) {
            fields = fields.withCameras(FrameSize.parse(images), 1, ImageKind.RENDERED);
        }
    }

    @Override
    Figures measure(Path folder) throws IOException {
        record(folder, LEVELS.get(0), Math.min(steps.count(), WARM_UP_STEPS), 0, new Level());
        Map<String, Level> levels = new LinkedHashMap<>();
        for (int round = 0; round < rounds.count(); round++) {
            for (String name : LEVELS) {
                Level level = levels.computeIfAbsent(name, l -> new Level());
                record(folder, name, steps.count(), pace.hz(), level);
            }
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        levels.forEach((name, level) -> rows.put(name, level.figures(levels.get(LEVELS.get(0)))));
        return new Figures()
                .put("bench", "durability")
                .put("num_envs", envs.count())
                .put("steps", steps.count())
                .put("pace_hz", pace.hz())
                .put("rounds", rounds.count())
                .put("row_bytes", fields.rowBytes())
                .put("levels", rows)
                .say(Sentence.of(
                        "durability: %d envs x %d steps of %d bytes, %s, median of %d rounds",
                        envs.count(),
                        steps.count(),
                        fields.rowBytes(),
                        pace.hz() > 0 ? pace.hz() + " Hz" : "unpaced",
                        rounds.count()))
                .say(Figures.table("", rows));
    }

    /** One thread records all envs; time counts from the first step until the file is closed. */
    private void record(Path folder, String name, int count, double hz, Level into) throws IOException {
        Path own = folder.resolve("recording");
        FieldSchema schema = fields.schema();
        BenchSignal signal = new BenchSignal(schema, envs.count(), count, fields.imageKind());
        long start;
        AckMeter acks;
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(own, envs.count()), schema)
                .config(RecorderConfig.builder()
                        .set(Hdf5Settings.DURABILITY, name)
                        .build())
                .sink(new Hdf5SinkProvider())
                .open()) {
            acks = new AckMeter(recorder, into.ackNanos);
            recorder.envs().forEach(EnvRecorder::begin);
            acks.start();
            start = System.nanoTime();
            into.longestStepNanos = Math.max(into.longestStepNanos, steps(recorder, signal, acks, count, hz));
            acks.close();
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
        }
        into.envStepsPerSecond.add((double) envs.count() * count / ((System.nanoTime() - start) / 1e9));
        into.mostPendingSteps = Math.max(into.mostPendingSteps, acks.mostPendingSteps());
        OutputSubfolder.delete(own);
    }

    /** Returns the longest time one step of all envs took. */
    private static long steps(EpisodeRecorder recorder, BenchSignal signal, AckMeter acks, int count, double hz) {
        long longest = 0;
        Pace turns = new Pace(hz);
        for (int step = 0; step < count; step++) {
            signal.load(step);
            turns.await();
            long start = System.nanoTime();
            BatchWriter rows = recorder.stepAll();
            signal.put(rows);
            acks.publishing(step);
            rows.publish();
            longest = Math.max(longest, System.nanoTime() - start);
        }
        return longest;
    }
}
