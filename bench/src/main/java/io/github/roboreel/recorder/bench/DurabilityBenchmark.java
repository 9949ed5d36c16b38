package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.BatchWriter;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.hdf5.Hdf5Settings;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/** {@code bench durability}: what the levels of durability cost, and how long a step is in danger. */
@Command(
        name = "durability",
        description = "Records the same steps with hdf5.durability process, data and full alternately, and measures"
                + " throughput and how long after its publishing each step survives the death of the process.")
final class DurabilityBenchmark extends Scenario {
    private static final List<String> LEVELS = List.of("process", "data", "full");
    private static final int WARM_UP_STEPS = 2000;

    @Param
    private int numEnvs = 16;

    @Param
    private int steps = 8000;

    @Param
    private int rounds = 5;

    @Param(min = 0)
    private double paceHz;

    @Param("Size of the frames of one camera per env, WxH, without noise; no camera if not given")
    private FrameSize images;

    /** All rounds of one level together. */
    private static final class Level {
        private final List<Double> envStepsPerSecond = new ArrayList<>();
        /** From publishing a step to its being durable. */
        private final Histogram ackNanos = new Histogram(3);

        private long maxPendingSteps;
        private long maxStepNanos;

        Figures figures(Level base) {
            double speed = Figures.median(envStepsPerSecond);
            return new Figures()
                    .put("env_steps_per_s", speed)
                    .put("env_steps_per_s_ratio", speed / Figures.median(base.envStepsPerSecond))
                    .put("ack_ms", ackNanos, "50", "99", "100")
                    .put("pending_steps_max", maxPendingSteps)
                    .put("longest_step_ms", maxStepNanos / 1e6);
        }
    }

    /** A thread that looks at {@code durableSteps()} of every env ten thousand times a second. */
    private static final class Acks implements AutoCloseable {
        private static final long PERIOD_NANOS = TimeUnit.MICROSECONDS.toNanos(100);

        /** Steps of one env whose times are kept; a power of two beyond what the ring may hold. */
        private static final int KEPT = 1 << 16;

        private final EpisodeRecorder recorder;
        private final Level level;
        private final long[] publishNanos = new long[KEPT];
        private final long[] durable;
        private final Thread thread = new Thread(this::loop, "bench-acks");
        private volatile boolean stopping;

        /** @param level gets a time per step */
        Acks(EpisodeRecorder recorder, Level level) {
            this.recorder = recorder;
            this.level = level;
            durable = new long[recorder.numEnvs()];
            thread.setDaemon(true);
            thread.start();
        }

        /** A step of all envs is about to be published; the publishing itself makes this visible. */
        void publishing(long step) {
            publishNanos[(int) (step & KEPT - 1)] = System.nanoTime();
        }

        private void loop() {
            while (!stopping) {
                look();
                LockSupport.parkNanos(PERIOD_NANOS);
            }
        }

        private void look() {
            long pending = 0;
            for (int env = 0; env < durable.length; env++) {
                long now = recorder.env(env).durableSteps();
                long nanos = System.nanoTime();
                for (long step = durable[env]; step < now; step++) {
                    level.ackNanos.recordValue(nanos - publishNanos[(int) (step & KEPT - 1)]);
                }
                durable[env] = Math.max(durable[env], now);
                pending += recorder.env(env).numSamples() - durable[env];
            }
            level.maxPendingSteps = Math.max(level.maxPendingSteps, pending);
        }

        private boolean isBehind() {
            return recorder.envs().stream().anyMatch(env -> env.durableSteps() < env.numSamples());
        }

        /** Waits until every published step is durable, and ends the thread. */
        @Override
        public void close() {
            long deadlineNanos = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
            while (isBehind() && System.nanoTime() < deadlineNanos) {
                LockSupport.parkNanos(PERIOD_NANOS);
            }
            stopping = true;
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            look();
        }
    }

    @Override
    boolean isOnDisk() {
        return false;
    }

    @Override
    void measure(Path folder) throws IOException {
        BenchFields proprio = BenchFields.proprio();
        BenchFields fields = images == null ? proprio : proprio.withCameras(images, 1, ImageKind.RENDERED);
        RecordSpec spec = new RecordSpec(numEnvs, steps, fields, paceHz, RecorderConfig.defaults(), true);
        RecordSpec first = new RecordSpec(numEnvs, Math.min(steps, WARM_UP_STEPS), fields, 0, spec.config(), true);
        record(folder, LEVELS.get(0), first, new Level());
        Map<String, Level> levels = new LinkedHashMap<>();
        for (int round = 0; round < rounds; round++) {
            for (String name : LEVELS) {
                record(folder, name, spec, levels.computeIfAbsent(name, l -> new Level()));
            }
        }
        Map<String, Figures> rows = new LinkedHashMap<>();
        levels.forEach((name, level) -> rows.put(name, level.figures(levels.get(LEVELS.get(0)))));
        figures.put("row_bytes", fields.rowBytes()).put("levels", rows);
        say("", rows);
    }

    /** One thread records all envs; time counts from the first step until the file is closed. */
    private static void record(Path folder, String name, RecordSpec spec, Level into) throws IOException {
        Path own = folder.resolve("recording");
        BenchSignal signal = spec.signal();
        long start;
        var config = RecorderConfig.builder().set(Hdf5Settings.DURABILITY, name).build();
        try (EpisodeRecorder recorder = RecordSpec.begin(spec.with(config).builder(own))) {
            try (Acks acks = new Acks(recorder, into)) {
                start = System.nanoTime();
                Pace turns = new Pace(spec.paceHz());
                for (int step = 0; step < spec.steps(); step++) {
                    signal.load(step);
                    turns.await();
                    long begun = System.nanoTime();
                    BatchWriter rows = recorder.stepAll();
                    signal.put(rows);
                    acks.publishing(step);
                    rows.publish();
                    into.maxStepNanos = Math.max(into.maxStepNanos, System.nanoTime() - begun);
                }
            }
            RecordSpec.end(recorder);
        }
        into.envStepsPerSecond.add(spec.envSteps() / ((System.nanoTime() - start) / 1e9));
        delete(own);
    }
}
