package io.github.roboreel.recorder.metrics;

import java.util.List;

class StandardMetricsContractTest extends EpisodeMetricContract {
    @Override
    List<EpisodeMetric> metrics() {
        return EpisodeMetrics.STANDARD.metrics();
    }
}
