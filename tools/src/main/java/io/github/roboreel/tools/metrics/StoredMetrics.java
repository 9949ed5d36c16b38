package io.github.roboreel.tools.metrics;

import io.github.roboreel.recorder.spi.MetricSets;
import io.github.roboreel.recordings.episodes.RecordedEpisode;
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
     * Name to number in the order of the results, null for one that has no value; empty when the episode is too short.
     */
    public Map<String, Double> metrics() {
        return computed.values();
    }
}
