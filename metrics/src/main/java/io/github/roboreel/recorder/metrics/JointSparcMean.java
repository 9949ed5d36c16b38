package io.github.roboreel.recorder.metrics;

import java.util.stream.DoubleStream;

/**
 * Smoothness of the arm: mean over the joints of {@link Sparc} of the absolute joint velocity. Undefined as soon as one
 * joint is motionless, as in RoboLab; {@link JointSparcMovingMean} leaves such joints out.
 */
final class JointSparcMean implements EpisodeMetric {
    @Override
    public String name() {
        return "joint_sparc_mean";
    }

    @Override
    public String unit() {
        return "1";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.jointSparc()
                .map(sparc -> DoubleStream.of(sparc).average().orElse(Double.NaN))
                .orElse(Double.NaN);
    }
}
