package io.github.roboreel.tools.recompute;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.recordings.episodes.RecordedEpisode;
import java.io.Serializable;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * Metrics of an episode as they are shown: plain values, so that they can cross a process boundary.
 *
 * @param envName name of its env
 * @param run index of its run; null when unknown
 * @param envId index of its environment; null when unknown
 * @param episode its number
 * @param metrics name to number in the order of the results, null for one that has no value
 */
public record MetricsRow(String envName, Integer run, Integer envId, int episode, LinkedHashMap<String, Double> metrics)
        implements Serializable {
    /** Of an episode. */
    public static MetricsRow of(StoredMetrics stored) {
        RecordedEpisode episode = stored.episode();
        return new MetricsRow(
                episode.env().name(),
                orNull(episode.run()),
                orNull(episode.envId()),
                episode.episode(),
                new LinkedHashMap<>(stored.metrics()));
    }

    /** Of several. */
    public static List<MetricsRow> of(List<StoredMetrics> stored) {
        return stored.stream().map(MetricsRow::of).toList();
    }
}
