package io.github.roboreel.recorder.bench;

import io.github.roboreel.format.RunFolder;
import io.github.roboreel.recorder.EnvRecorder;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeRecorder;
import io.github.roboreel.recorder.spi.RecorderMeter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** One vectorised producer that records episodes of random lengths in either mode. For one recording. */
final class ContinuousRecording {
    private static final int MEMORY_SAMPLES = 8;
    private static final int STEPS_BETWEEN_LOOKS = 200;

    private final RecordSpec spec;
    private final int episodes;
    private final int shortest;
    private final BenchSignal signal;
    private final Histogram stallNanos = new Histogram(3);
    private final List<Long> residentMb = new ArrayList<>();
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final Pace pace;
    private final int[] left;
    private int begun;
    private int ended;
    private int mostOpen;
    private long envSteps;
    private long vectorSteps;
    private double wallSeconds;
    private double cpuSeconds;

    /**
     * Makes the values; nothing is recorded yet.
     *
     * @param spec its steps are those of the longest episode; all lengths down to the shortest are equally likely
     * @param episodes how many in all
     */
    ContinuousRecording(RecordSpec spec, int episodes, int shortest) {
        this.spec = spec;
        this.episodes = episodes;
        this.shortest = shortest;
        signal = spec.signal();
        left = new int[spec.numEnvs()];
        pace = new Pace(spec.paceHz());
    }

    /** Every env begins its next episode at once, or all of a run do, whose episodes have the mean length. */
    Figures record(Path folder, boolean isContinuous) throws IOException {
        long cpuNanos = ProcessFigures.cpuNanos();
        long start = System.nanoTime();
        if (isContinuous) {
            recordContinuously(folder);
        } else {
            recordRuns(folder);
        }
        wallSeconds = (System.nanoTime() - start) / 1e9;
        cpuSeconds = (ProcessFigures.cpuNanos() - cpuNanos) / 1e9;
        return figures();
    }

    private void recordContinuously(Path folder) throws IOException {
        try (EpisodeRecorder recorder =
                spec.builder(folder).meters(meters).continuous().open()) {
            recorder.envs().forEach(this::beginNext);
            while (ended < episodes) {
                step(recorder, folder);
                endAndBegin(recorder);
            }
        }
    }

    /** No env waits for the slowest. */
    private void recordRuns(Path folder) throws IOException {
        int steps = (shortest + spec.steps()) / 2;
        for (int index = 0; ended < episodes; index++, ended += spec.numEnvs()) {
            var run = RecordSpec.run(folder, spec.numEnvs()).toBuilder()
                    .run(index)
                    .build();
            try (EpisodeRecorder recorder = RecordSpec.begin(spec.builder(run).meters(meters))) {
                for (int step = 0; step < steps; step++) {
                    step(recorder, folder);
                }
                RecordSpec.end(recorder);
            }
        }
    }

    /** The length of an episode is the same for all that record it. */
    private void beginNext(EnvRecorder env) {
        env.begin();
        left[env.envId()] = shortest + new Random(0x9E3779B9L * begun).nextInt(spec.steps() - shortest + 1);
        begun++;
    }

    private void step(EpisodeRecorder recorder, Path folder) throws IOException {
        signal.load(vectorSteps);
        pace.await();
        long start = System.nanoTime();
        signal.publish(recorder);
        stallNanos.recordValueWithExpectedInterval(System.nanoTime() - start, pace.periodNanos());
        vectorSteps++;
        for (EnvRecorder env : recorder.envs()) {
            envSteps += env.isRecording() ? 1 : 0;
        }
        if (vectorSteps % STEPS_BETWEEN_LOOKS == 0) {
            look(folder);
        }
    }

    /** Begins and ends hold the producer, too. */
    private void endAndBegin(EpisodeRecorder recorder) {
        long start = System.nanoTime();
        boolean isAny = false;
        for (EnvRecorder env : recorder.envs()) {
            if (env.isRecording() && --left[env.envId()] == 0) {
                isAny = true;
                env.end(EpisodeOutcome.success("done"));
                ended++;
                if (begun < episodes) {
                    beginNext(env);
                }
            }
        }
        if (isAny) {
            stallNanos.recordValue(System.nanoTime() - start);
        }
    }

    private void look(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("Bench"))) {
            long open = files.filter(file -> file.toString().endsWith(RunFolder.STAGING_SUFFIX))
                    .count();
            mostOpen = (int) Math.max(mostOpen, open);
        }
        if (ended * (long) MEMORY_SAMPLES / episodes > residentMb.size()) {
            residentMb.add(Math.round(ProcessFigures.residentMb("self")));
        }
    }

    /** From the opening to the last closed file. */
    double wallSeconds() {
        return wallSeconds;
    }

    double envStepsPerSecond() {
        return envSteps / wallSeconds;
    }

    private Figures figures() {
        long flushes = meters.find(RecorderMeter.FLUSH_DURATION.meterName()).timers().stream()
                .mapToLong(Timer::count)
                .sum();
        return new Figures()
                .put("episodes", ended)
                .put("env_steps", envSteps)
                .put("wall_s", wallSeconds)
                .put("env_steps_per_s", envStepsPerSecond())
                .put("episodes_per_s", ended / wallSeconds)
                .put("cpu_us_per_env_step", 1e6 * cpuSeconds / envSteps)
                .put("most_run_files_open", mostOpen)
                .put("flushes", flushes)
                .put("resident_mb", residentMb)
                .put("stall_us", stallNanos);
    }
}
