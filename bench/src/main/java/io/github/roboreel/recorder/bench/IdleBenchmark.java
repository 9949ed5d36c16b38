package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.RecorderSettings;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadInfo;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;

/** {@code bench idle}: one recording with silences, by one vectorised producer. */
@Command(
        name = "idle",
        description =
                "Processor time of an open recording without steps and at a pace, and how long the first step after a"
                        + " silence takes until it is durable.")
final class IdleBenchmark extends Scenario {
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    private static final int WARM_UP_STEPS = 10_000;
    private static final long LOOK_NANOS = TimeUnit.MICROSECONDS.toNanos(20);
    private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final double MIN_SHOWN_PERCENT = 0.05;

    @Param
    private int numEnvs = 16;

    @Param(min = 0.001)
    private double paceHz = 50;

    @Param(value = "Seconds of each measurement of processor time", min = 0.001)
    private double seconds = 10;

    @Param("Silences that end with a step")
    private int firstSteps = 20;

    @Param(value = "Seconds of each of them", min = 0)
    private double silenceSeconds = 1;

    @Param("recorder.wait_strategy")
    private String waitStrategy = "sleeping";

    private final Map<String, Figures> rows = new LinkedHashMap<>();
    private EpisodeRecorder recorder;
    private BenchSignal signal;
    private long steps;

    @Override
    void measure(Path folder) {
        RecordSpec spec = RecordSpec.proprio(numEnvs, WARM_UP_STEPS)
                .with(RecorderConfig.builder()
                        .set(RecorderSettings.WAIT_STRATEGY, waitStrategy)
                        .build());
        signal = spec.signal();
        figures.put("wait_strategy", waitStrategy);
        try (EpisodeRecorder opened = RecordSpec.begin(spec.builder(folder))) {
            recorder = opened;
            // Until the compilers are done with it.
            for (int step = 0; step < WARM_UP_STEPS; step++) {
                step();
            }
            stepAtPace();
            awaitDurable();
            measureUsage("idle", "no steps", () -> sleep(seconds));
            measureUsage("paced", Sentence.of("%.0f Hz x %d envs", paceHz, numEnvs), this::stepAtPace);
            Figures first = new Figures().put("first_step_us", firstSteps(), "50", "90", "100");
            figures.put(first.members());
            rows.put("first step", first);
            RecordSpec.end(recorder);
        }
        say("% of a core", rows);
    }

    /**
     * Processor time in percent of a core, of the process, its compilers and collectors too, but not of this thread.
     */
    private void measureUsage(String key, String row, Runnable work) {
        Map<String, Long> threadsBefore = threadNanos();
        long before = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        work.run();
        double elapsed = (System.nanoTime() - start) / 100.0;
        double all = (ProcessFigures.cpuNanos() - before) / elapsed;
        Map<String, Double> threads = new TreeMap<>();
        threadNanos()
                .forEach((name, nanos) -> threads.put(name, (nanos - threadsBefore.getOrDefault(name, 0L)) / elapsed));
        // The clocks of the process and of its threads differ by ticks.
        double process = Math.max(0, all - threads.remove(Thread.currentThread().getName()));
        double ofRecorder = threads.keySet().stream()
                .filter(name -> name.startsWith("roboreel-"))
                .mapToDouble(threads::get)
                .sum();
        Figures shown = new Figures();
        threads.entrySet().stream()
                .filter(thread -> thread.getValue() >= MIN_SHOWN_PERCENT)
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .forEach(thread -> shown.put(thread.getKey(), thread.getValue()));
        figures.put(key + "_cpu_percent", process)
                .put(key + "_recorder_cpu_percent", ofRecorder)
                .put(key + "_threads", shown);
        rows.put(row, new Figures().put("process", process).put("recorder's threads", ofRecorder));
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

    private void stepAtPace() {
        Pace turns = new Pace(paceHz);
        long count = Math.max(1, Math.round(seconds * paceHz));
        for (long step = 0; step < count; step++) {
            turns.await();
            step();
        }
    }

    /** From the call that hands a vector step over, after a silence, until all its steps are durable. */
    private Histogram firstSteps() {
        Histogram nanos = new Histogram(3);
        for (int step = 0; step < firstSteps; step++) {
            sleep(silenceSeconds);
            signal.load(steps);
            long start = System.nanoTime();
            step();
            awaitDurable();
            nanos.recordValue(System.nanoTime() - start);
        }
        return nanos;
    }

    private void step() {
        signal.load(steps++);
        signal.publish(recorder);
    }

    private void awaitDurable() {
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
