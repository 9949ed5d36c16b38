package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import io.github.roboreel.recorder.hdf5.Hdf5SinkProvider;
import io.github.roboreel.recorder.schema.FieldSchema;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code bench idle}: one recording with silences, by one vectorised producer. */
@Command(
        name = "idle",
        description = {
            "Processor time of an open recording without steps and at a pace, and how long the first step after a"
                    + " silence takes until it is durable."
        },
        mixinStandardHelpOptions = true)
final class IdleBenchmark extends BenchCommand.OnDisk {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP_STEPS = 10_000;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final double[] PERCENTILES = {50, 90, 100};
    private static final double MIN_SHOWN_PERCENT = 0.05;

    @Mixin
    private Options.Envs envs = new Options.Envs(16);

    @Mixin
    private Options.PaceHz pace = new Options.PaceHz(50);

    @Option(
            names = "--seconds",
            defaultValue = "10",
            description = "Seconds of each measurement of processor time (${DEFAULT-VALUE}).")
    private double seconds;

    @Option(
            names = {"--first-steps", "--first_steps"},
            defaultValue = "20",
            description = "Silences that end with a step (${DEFAULT-VALUE}).")
    private int firstSteps;

    @Option(
            names = {"--silence-seconds", "--silence_seconds"},
            defaultValue = "1",
            description = "Seconds of each of them (${DEFAULT-VALUE}).")
    private double silenceSeconds;

    @Option(
            names = {"--wait-strategy", "--wait_strategy"},
            defaultValue = "sleeping",
            description = "recorder.wait_strategy (${DEFAULT-VALUE}).")
    private String waitStrategy;

    private final FieldSchema schema = BenchFields.proprio().schema();
    private BenchSignal signal;
    private long steps;

    /**
     * Processor time in percent of a core.
     *
     * @param process of the whole process, the JVM's compilers and collectors included
     * @param threads of threads that live at the end, by name
     */
    private record Usage(double process, Map<String, Double> threads) {
        static Usage of(Runnable work) {
            Map<String, Long> threadsBefore = threadNanos();
            long before = ProcessFigures.cpuNanos();
            long start = System.nanoTime();
            work.run();
            double elapsed = (System.nanoTime() - start) / 100.0;
            double process = (ProcessFigures.cpuNanos() - before) / elapsed;
            Map<String, Double> percents = new TreeMap<>();
            threadNanos()
                    .forEach((name, nanos) ->
                            percents.put(name, (nanos - threadsBefore.getOrDefault(name, 0L)) / elapsed));
            return new Usage(process, percents);
        }

        private static Map<String, Long> threadNanos() {
            Map<String, Long> threads = new TreeMap<>();
            for (ThreadInfo info : THREADS.getThreadInfo(THREADS.getAllThreadIds())) {
                long used = info == null ? -1 : THREADS.getThreadCpuTime(info.getThreadId());
                if (used > 0) {
                    threads.merge(info.getThreadName(), used, Long::sum);
                }
            }
            return threads;
        }

        /** Without what one thread used. */
        Usage without(String thread) {
            Map<String, Double> others = new TreeMap<>(threads);
            Double used = others.remove(thread);
            return new Usage(used == null ? process : process - used, others);
        }

        /** Of the recorder's threads. */
        double recorder() {
            return threads.entrySet().stream()
                    .filter(thread -> thread.getKey().startsWith("roboreel-"))
                    .mapToDouble(Map.Entry::getValue)
                    .sum();
        }

        void addTo(Figures figures, Map<String, Figures> rows, String name, String row) {
            Figures own = new Figures();
            threads.entrySet().stream()
                    .filter(thread -> thread.getValue() >= MIN_SHOWN_PERCENT)
                    .sorted(Map.Entry.<String, Double>comparingByValue().reversed())
                    .forEach(thread -> own.put(thread.getKey(), thread.getValue(), 2));
            figures.put(name + "_cpu_percent", process, 2)
                    .put(name + "_recorder_cpu_percent", recorder(), 2)
                    .put(name + "_threads", own);
            rows.put(
                    row,
                    new Figures()
                            .put("process", process, 2, "% of a core", 2)
                            .put("recorder", recorder(), 2, "recorder's threads", 2));
        }
    }

    @Override
    void check() {
        envs.count();
        Options.requireAtLeast("--first-steps", firstSteps, 1);
        if (pace.hz() == 0) {
            throw new IllegalArgumentException("--pace-hz is 0; expected more than 0, at most 1000000");
        }
        if (!(seconds > 0 && silenceSeconds >= 0)) {
            throw new IllegalArgumentException("expected --seconds above 0 and --silence-seconds of 0 or more, not "
                    + seconds + " and " + silenceSeconds);
        }
    }

    @Override
    Figures measure(Path folder) {
        signal = new BenchSignal(schema, envs.count(), WARM_UP_STEPS, ImageKind.GRADIENT);
        Figures figures = new Figures()
                .put("bench", "idle")
                .put("num_envs", envs.count())
                .put("pace_hz", pace.hz())
                .put("seconds", seconds, 1)
                .put("wait_strategy", waitStrategy);
        Map<String, Figures> rows = new LinkedHashMap<>();
        try (EpisodeRecorder recorder = EpisodeRecorder.builder(RecordSpec.run(folder, envs.count()), schema)
                .config(RecorderConfig.builder()
                        .set(RecorderSettings.WAIT_STRATEGY, waitStrategy)
                        .build())
                .sink(new Hdf5SinkProvider())
                .withoutMetrics()
                .open()) {
            recorder.envs().forEach(EnvRecorder::begin);
            warmUp(recorder);
            Usage.of(() -> sleep(seconds)).addTo(figures, rows, "idle", "no steps");
            Usage.of(() -> stepAtPace(recorder))
                    .without(Thread.currentThread().getName())
                    .addTo(figures, rows, "paced", Sentence.of("%.0f Hz x %d envs", pace.hz(), envs.count()));
            Histogram first = firstSteps(recorder);
            figures.put("first_step_us", first, 1e3, 1, PERCENTILES);
            rows.put("first step", new Figures().cells(first, 1e3, "us", 0, PERCENTILES));
            recorder.envs().forEach(env -> env.end(EpisodeOutcome.success("done")));
        }
        return figures.say(Figures.table("", rows));
    }

    /** Until the compilers are done with it. */
    private void warmUp(EpisodeRecorder recorder) {
        for (int step = 0; step < WARM_UP_STEPS; step++) {
            step(recorder);
        }
        stepAtPace(recorder);
        awaitDurable(recorder);
    }

    private void stepAtPace(EpisodeRecorder recorder) {
        Pace turns = new Pace(pace.hz());
        long count = Math.max(1, Math.round(seconds * pace.hz()));
        for (long step = 0; step < count; step++) {
            turns.await();
            step(recorder);
        }
    }

    /** From the call that hands a vector step over, after a silence, until all its steps are durable. */
    private Histogram firstSteps(EpisodeRecorder recorder) {
        Histogram nanos = new Histogram(3);
        for (int step = 0; step < firstSteps; step++) {
            sleep(silenceSeconds);
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
        signal.publish(recorder);
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
        Pace.sleepUntil(System.nanoTime() + Math.round(seconds * 1e9));
    }
}
