package io.github.roboreel.recorder.metrics;

import java.util.stream.DoubleStream;

/**
 * Smoothness of the joints that moved: mean over them of {@link Sparc} of the absolute joint velocity. Undefined when
 * no joint moved. Not among RoboLab's metrics.
 */
final class JointSparcMovingMean implements EpisodeMetric {
    @Override
    public String name() {
        return "joint_sparc_moving_mean";
    }

    @Override
    public String unit() {
        return "1";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.jointSparc().map(JointSparcMovingMean::meanOfMoving).orElse(Double.NaN);
    }

    private static double meanOfMoving(double[] sparc) {
        return DoubleStream.of(sparc)
                .filter(value -> !Double.isNaN(value))
                .average()
                .orElse(Double.NaN);
    }
}
