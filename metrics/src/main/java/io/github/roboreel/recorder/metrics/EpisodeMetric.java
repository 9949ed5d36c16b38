package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.spi.MetricInfo;

/**
 * One number about an episode. An implementation is a pure function without state: equal signals give equal numbers,
 * and any thread may call it.
 *
 * <p>A standard metric is a constant of {@code StandardMetrics}.
 */
public interface EpisodeMetric {
    /** Its name and unit, and what tables show of it. */
    MetricInfo info();

    /** Key in the results, snake case, for example {@code ee_path_length}. */
    default String name() {
        return info().name();
    }

    /** The number; NaN when it is undefined for this episode or a signal it needs is missing. */
    double compute(EpisodeSignals signals);
}
