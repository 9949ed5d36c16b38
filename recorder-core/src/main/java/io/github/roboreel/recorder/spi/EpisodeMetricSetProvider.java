package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.config.RecorderConfig;
import io.github.roboreel.recorder.config.Setting;
import java.util.List;

/**
 * Finds metrics through {@link java.util.ServiceLoader}: one line in {@code META-INF/services}. The recorder computes
 * them when an episode has ended; the commands {@code metrics}, {@code recover} and {@code rebuild} do so where the
 * provider is on their class path or in a plug-in.
 */
public interface EpisodeMetricSetProvider {
    /**
     * Name of the set where it failed, for example {@code standard}: in messages, and as {@code metrics:standard} among
     * the {@code failed_sinks} of a result line. By default the class's name without {@code Provider}.
     *
     * @return letters, digits and {@code _}, no two sets with the same
     */
    default String name() {
        String simple = getClass().getSimpleName().replaceFirst("Provider$", "");
        return simple.isEmpty() ? getClass().getName() : simple;
    }

    /**
     * What tables show of its metrics. One that is not among them has its name as heading and no unit; so has each
     * where the provider is not on the class path.
     *
     * @return in the order of the results; empty by default
     */
    default List<MetricInfo> metrics() {
        return List.of();
    }

    /**
     * Settings the metrics read; their keys become legal in configuration files.
     *
     * @return without a key that another module declares; may be empty
     */
    List<Setting<?>> settings();

    /**
     * The metrics of a recording.
     *
     * @param config settings of the recording, {@link #settings} among them
     * @return used by one thread at a time, episode after episode
     * @throws io.github.roboreel.recorder.config.ConfigException when the settings contradict each other
     */
    EpisodeMetricSet create(RecorderConfig config);
}
