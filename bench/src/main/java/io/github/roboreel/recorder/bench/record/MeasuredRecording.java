package io.github.roboreel.recorder.bench.record;

import java.nio.file.Path;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * What one recording took.
 *
 * @param spec what was recorded
 * @param file the run file
 * @param fileBytes its size
 * @param seconds how long it took
 * @param stalls how long vector steps held the producer
 * @param allocatedBytes on the producer's thread during the steps
 * @param gcPauseMillis collections during the whole recording
 * @param slowestFlushMillis the longest flush of the run file
 */
public record MeasuredRecording(
        RecordSpec spec,
        Path file,
        long fileBytes,
        Seconds seconds,
        StallTimes stalls,
        long allocatedBytes,
        long gcPauseMillis,
        double slowestFlushMillis) {
    /**
     * Times of a recording, s.
     *
     * @param open until steps were accepted
     * @param wall from opening to the closed, complete file
     * @param close from the last step's publication to the closed file
     * @param cpu that all threads of the process ran from opening to the closed file
     */
    public record Seconds(double open, double wall, double close, double cpu) {}

    /**
     * The producer's time per vector step.
     *
     * @param nanos corrected for coordinated omission when paced
     * @param ownNanos at a pace, without the time in which no core was free for the producer's thread; empty when
     *     unpaced
     * @param outliers the first steps at a pace that took more than 2 ms, as text
     */
    public record StallTimes(Histogram nanos, Histogram ownNanos, List<String> outliers) {}

    /** Steps of all envs per second of the whole recording. */
    public double envStepsPerSecond() {
        return spec.envSteps() / seconds.wall;
    }

    /** Episodes per second of the whole recording. */
    public double episodesPerSecond() {
        return spec.numEnvs() / seconds.wall;
    }

    /** Bytes handed over, timestamps not counted, per second, MB/s. */
    public double rawMbPerSecond() {
        return spec.rowBytes() * envStepsPerSecond() / 1e6;
    }

    /** What a step cost on all threads, microseconds; hardly changed by what else runs. */
    public double cpuMicrosPerEnvStep() {
        return 1e6 * seconds.cpu / spec.envSteps();
    }

    /** Size of the run file, MB. */
    public double fileMb() {
        return fileBytes / 1e6;
    }

    /** The producer's time per vector step at a percentile, microseconds. */
    public double stallMicros(double percentile) {
        return stalls.nanos.getValueAtPercentile(percentile) / 1e3;
    }
}
