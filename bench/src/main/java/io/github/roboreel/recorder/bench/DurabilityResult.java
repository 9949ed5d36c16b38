package io.github.roboreel.recorder.bench;

import io.github.roboreel.recorder.bench.record.Figures;
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
        return Figures.median(envStepsPerSecond);
    }

    /** Most steps of all envs together that were published and not durable yet. */
    long mostPendingSteps() {
        return mostPendingSteps;
    }

    /** Longest time that handing over one step of all envs took. */
    double longestStepMs() {
        return longestStepNanos / 1e6;
    }
}
