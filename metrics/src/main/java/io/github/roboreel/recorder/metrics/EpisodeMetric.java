package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.spi.MetricInfo;

/**
 * One number about an episode. An implementation is a pure function without state: equal signals give equal numbers,
 * and any thread may call it.
 *
 * <p>A standard metric is a constant of {@code StandardMetrics}.
 */
public interface EpisodeMetric {
    /** Key in the results, snake case, for example {@code ee_path_length}. */
    String name();

    /** Unit of the number, for example {@code m/s}; {@code 1} for a dimensionless one. */
    String unit();

    /** What tables show of it: its name as heading and its unit by default. */
    default MetricInfo info() {
        return MetricInfo.of(name(), name(), unit());
    }

    /** The number; NaN when it is undefined for this episode or a signal it needs is missing. */
    double compute(EpisodeSignals signals);
}
