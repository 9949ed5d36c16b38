package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeMetricSetProvider;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.util.List;

/** Offers {@link EpisodeMetrics#STANDARD}; found through {@link java.util.ServiceLoader}. */
public final class StandardMetricsProvider implements EpisodeMetricSetProvider {
    /** Name of the set. */
    public static final String NAME = "standard";

    /** For the service loader. */
    public StandardMetricsProvider() {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public List<MetricInfo> metrics() {
        return EpisodeMetrics.STANDARD.infos();
    }

    @Override
    public List<Setting<?>> settings() {
        return MetricConfig.ALL;
    }

    @Override
    public EpisodeMetricSet create(RecorderConfig config) {
        return EpisodeMetrics.STANDARD.forRobot(MetricConfig.robot(config));
    }
}
