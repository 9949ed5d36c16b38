package io.github.roboreel.recorder.metrics;

import java.util.stream.DoubleStream;

/** Mean speed of the end effector: the mean over the steps of the norm of its linear velocity. */
final class EeSpeedMean implements EpisodeMetric {
    @Override
    public String name() {
        return "ee_speed_mean";
    }

    @Override
    public String unit() {
        return "m/s";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return DoubleStream.of(signals.eeVelocity().norms()).average().orElse(Double.NaN);
    }
}
