package io.github.roboreel.recorder.metrics;

/** Jerkiness of the arm: {@link IntegratedSquaredJerk} of the joint velocities, summed over the joints. */
final class JointIsj implements EpisodeMetric {
    @Override
    public String name() {
        return "joint_isj";
    }

    @Override
    public String unit() {
        return "rad^2/s^5";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.jointVelocity()
                .map(velocity -> IntegratedSquaredJerk.ofVelocity(velocity, signals.dtSeconds()))
                .orElse(Double.NaN);
    }
}
