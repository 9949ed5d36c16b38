package io.github.roboreel.recorder.metrics;

/** Smoothness of the end effector: {@link Sparc} of the norm of its linear velocity. */
final class EeSparc implements EpisodeMetric {
    @Override
    public String name() {
        return "ee_sparc";
    }

    @Override
    public String unit() {
        return "1";
    }

    @Override
    public double compute(EpisodeSignals signals) {
        return signals.eeSpeed()
                .map(speed -> Sparc.STANDARD.of(speed, signals.dtSeconds()))
                .orElse(Double.NaN);
    }
}
