package io.github.roboreel.recorder.bench.record;

import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one recording took.
 *
 * @param spec what was recorded
 * @param file the run file
 * @param openSeconds until steps were accepted
 * @param wallSeconds from opening to the closed, complete file
 * @param closeSeconds from the last step's publication to the closed file
 * @param cpuSeconds that all threads of the process ran from opening to the closed file
 * @param fileBytes size of the run file
 * @param stallNanos the producer's time per vector step; corrected for coordinated omission when paced
 * @param ownStallNanos the same at a pace, without the time in which no core was free for the producer's thread; empty
 *     when unpaced
 * @param outliers steps that took more than 2 ms, as text
 * @param allocatedBytes on the producer's thread during the steps
 * @param gcPauseMillis collections during the whole recording
 * @param slowestFlushMillis the longest flush of the run file
 */
public record MeasuredRecording(
        RecordSpec spec,
        Path file,
        double openSeconds,
        double wallSeconds,
        double closeSeconds,
        double cpuSeconds,
        long fileBytes,
        Histogram stallNanos,
        Histogram ownStallNanos,
        List<String> outliers,
        long allocatedBytes,
        long gcPauseMillis,
        double slowestFlushMillis) {
    /** Steps of all envs per second of the whole recording. */
    public double envStepsPerSecond() {
        return spec.envSteps() / wallSeconds;
    }

    /** Episodes per second of the whole recording. */
    public double episodesPerSecond() {
        return spec.numEnvs() / wallSeconds;
    }

    /** Bytes handed over, timestamps not counted, per second, MB/s. */
    public double rawMbPerSecond() {
        return spec.rowBytes() * envStepsPerSecond() / 1e6;
    }

    /** What a step cost on all threads, microseconds; hardly changed by what else runs. */
    public double cpuMicrosPerEnvStep() {
        return 1e6 * cpuSeconds / spec.envSteps();
    }

    /** Size of the run file, MB. */
    public double fileMb() {
        return fileBytes / 1e6;
    }

    /** The producer's time per vector step at a percentile, microseconds. */
    public double stallMicros(double percentile) {
        return stallNanos.getValueAtPercentile(percentile) / 1e3;
    }
}
