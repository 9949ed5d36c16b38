package io.github.roboreel.recorder.metrics;

/** Jerkiness of the end effector: {@link IntegratedSquaredJerk} of its linear velocity. */
final class EeIsj implements EpisodeMetric {
    @Override
    public String name() {
        return "ee_isj";
    }

    @Override
    public String unit() {
        return "m^2/s^5";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.eeVelocity()
                .map(velocity -> IntegratedSquaredJerk.ofVelocity(velocity, signals.dtSeconds()))
                .orElse(Double.NaN);
    }
}
