package io.github.roboreel.recorder.metrics;

import java.util.stream.DoubleStream;

/** Highest speed of the end effector: the maximum over the steps of the norm of its linear velocity. */
final class EeSpeedMax implements EpisodeMetric {
    @Override
    public String name() {
        return "ee_speed_max";
    }

    @Override
    public String unit() {
        return "m/s";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.eeSpeed()
                .map(speed -> DoubleStream.of(speed).max().orElse(Double.NaN))
                .orElse(Double.NaN);
    }
}
