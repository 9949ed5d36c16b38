package io.github.roboreel.tools.recompute;

import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The metrics of a stored episode.
 *
 * @param episode the episode
 * @param computed what the metric sets gave
 * @param isPeriodAssumed whether nothing says the time between two steps, so that they are a guess
 */
public record StoredMetrics(RecordedEpisode episode, MetricSets.Computed computed, boolean isPeriodAssumed) {
    /**
     * Name to number, null for one that has no value: what was computed, then what its result line has of sets that did
     * not compute here.
     */
    public Map<String, Double> metrics() {
        Map<String, Double> metrics = new LinkedHashMap<>(computed.values());
        episode.line()
                .ifPresent(line -> line.metricNames().stream()
                        .filter(name -> !computed.known().contains(name))
                        .forEach(name ->
                                metrics.put(name, line.fields().metrics().get(name))));
        return metrics;
    }
}
