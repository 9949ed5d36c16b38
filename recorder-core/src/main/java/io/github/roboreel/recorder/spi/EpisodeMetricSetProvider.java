package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.RecorderConfig;
import io.github.roboreel.recorder.Setting;
import java.util.List;

/** Finds metrics through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. */
public interface EpisodeMetricSetProvider {
    /** Settings the metrics read; their keys become legal in configuration files. */
    List<Setting<?>> settings();

    /**
     * The metrics of a recording.
     *
     * @throws io.github.roboreel.recorder.ConfigException when the settings contradict each other
     */
    EpisodeMetricSet create(RecorderConfig config);
}
