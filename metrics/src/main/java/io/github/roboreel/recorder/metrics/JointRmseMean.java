package io.github.roboreel.recorder.metrics;

import java.util.stream.IntStream;

/**
 * Tracking error of the arm: per joint the root of the mean over the steps of {@code (target - position)^2}, then the
 * mean over the joints. Row k compares the command with the state after its step. Undefined when the actions are no
 * joint targets.
 */
final class JointRmseMean implements EpisodeMetric {
    @Override
    public String name() {
        return "joint_rmse_mean";
    }

    @Override
    public String unit() {
        return "rad";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.jointTargets()
                .flatMap(targets -> signals.jointPosition().map(positions -> of(targets, positions)))
                .orElse(Double.NaN);
    }

    private static double of(Signal targets, Signal positions) {
        return IntStream.range(0, positions.columns())
                .mapToDouble(joint -> rootMeanSquare(targets, positions, joint))
                .average()
                .orElse(Double.NaN);
    }

    private static double rootMeanSquare(Signal targets, Signal positions, int joint) {
        double sum = 0;
        for (int row = 0; row < positions.rows(); row++) {
            double error = targets.at(row, joint) - positions.at(row, joint);
            sum += error * error;
        }
        return Math.sqrt(sum / positions.rows());
    }
}
