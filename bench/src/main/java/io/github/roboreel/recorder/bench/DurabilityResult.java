package io.github.roboreel.recorder.bench;

import java.util.ArrayList;
import java.util.List;
import org.HdrHistogram.Histogram;

/** What {@link DurabilityScenario} measured with one level, all rounds together. */
final class DurabilityResult {
    private static final int SIGNIFICANT_DIGITS = 3;

    private final List<Double> envStepsPerSecond = new ArrayList<>();
    private final Histogram ackNanos = new Histogram(SIGNIFICANT_DIGITS);
    private long mostPendingSteps;
    private long longestStepNanos;

    /** Gets the time from publishing a step to its being durable, one value per step. */
    Histogram ackNanos() {
        return ackNanos;
    }

    void addRound(double stepsPerSecond, long pendingSteps, long stepNanos) {
        envStepsPerSecond.add(stepsPerSecond);
        mostPendingSteps = Math.max(mostPendingSteps, pendingSteps);
        longestStepNanos = Math.max(longestStepNanos, stepNanos);
    }

    /** Median of the rounds. */
    double envStepsPerSecond() {
        double[] sorted = envStepsPerSecond.stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    /** Most steps of all envs together that were published and not durable yet. */
    long mostPendingSteps() {
        return mostPendingSteps;
    }

    /** Longest time that handing over one step of all envs took. */
    double longestStepMs() {
        return longestStepNanos / 1e6;
    }

    double ackMs(double percentile) {
        return ackNanos.getValueAtPercentile(percentile) / 1e6;
    }
}
