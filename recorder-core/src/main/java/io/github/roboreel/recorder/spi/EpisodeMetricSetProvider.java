package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.util.List;

/**
 * Finds metrics through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. The recorder computes
 * them when an episode has ended; the commands {@code metrics}, {@code recover} and {@code rebuild} do so where the
 * provider is on their class path.
 */
public interface EpisodeMetricSetProvider {
    /**
     * What the set is called where it failed, for example {@code standard}: in messages, and as
     * {@code metrics:standard} among the {@code failed_sinks} of a result line. By default the class's name without
     * {@code Provider}.
     */
    default String name() {
        String simple = getClass().getSimpleName().replaceFirst("Provider$", "");
        return simple.isEmpty() ? getClass().getName() : simple;
    }

    /** Settings the metrics read; their keys become legal in configuration files. */
    List<Setting<?>> settings();

    /**
     * The metrics of a recording.
     *
     * @throws io.github.roboreel.recorder.config.ConfigException when the settings contradict each other
     */
    EpisodeMetricSet create(RecorderConfig config);
}
