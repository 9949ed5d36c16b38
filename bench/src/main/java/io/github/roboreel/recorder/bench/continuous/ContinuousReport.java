package io.github.roboreel.recorder.bench.continuous;

import io.github.roboreel.recorder.bench.record.Figures;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one recording took.
 *
 * @param mode how episodes follow each other
 * @param episodes recorded
 * @param envSteps steps of all envs
 * @param wallSeconds from the opening to the last closed file
 * @param cpuSeconds that all threads of the process ran
 * @param mostOpen run files that had a staging file at once
 * @param flushes of all run files
 * @param residentMb memory of the process while it recorded, in equal parts of the episodes
 * @param stallNanos what a vector step held the producer, and the ends and begins after it; corrected for coordinated
 *     omission when paced
 */
public record ContinuousReport(
        String mode,
        ContinuousSpec spec,
        int episodes,
        long envSteps,
        double wallSeconds,
        double cpuSeconds,
        int mostOpen,
        long flushes,
        List<Double> residentMb,
        Histogram stallNanos) {
    private static final double[] PERCENTILES = {50, 99, 99.9, 100};

    /** Episodes per second of the whole recording. */
    public double episodesPerSecond() {
        return episodes / wallSeconds;
    }

    /** Steps of all envs per second of the whole recording. */
    public double envStepsPerSecond() {
        return envSteps / wallSeconds;
    }

    Figures figures() {
        return new Figures()
                .put("episodes", episodes, "episodes")
                .put("env_steps", envSteps)
                .put("wall_s", wallSeconds, 2, "s", 1)
                .put("env_steps_per_s", envStepsPerSecond(), 0, "steps/s", 0)
                .put("episodes_per_s", episodesPerSecond(), 1, "episodes/s", 0)
                .put("cpu_us_per_env_step", 1e6 * cpuSeconds / envSteps, 2, "CPU us", 1)
                .put("most_run_files_open", mostOpen, "open")
                .put("flushes", flushes, "flushes")
                .put(
                        "resident_mb",
                        residentMb.stream().map(mb -> Math.round(mb)).toList())
                .put("stall_us", stallNanos, 1e3, 1, PERCENTILES)
                .cells(stallNanos, 1e3, "us", 0, PERCENTILES);
    }
}
