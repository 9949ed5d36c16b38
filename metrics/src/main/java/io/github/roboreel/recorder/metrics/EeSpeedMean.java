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
        return signals.eeSpeed()
                .map(speed -> DoubleStream.of(speed).average().orElse(Double.NaN))
                .orElse(Double.NaN);
    }
}
