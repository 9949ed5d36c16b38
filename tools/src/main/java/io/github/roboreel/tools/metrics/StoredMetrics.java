package io.github.roboreel.tools.metrics;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The metrics of a stored episode.
 *
 * @param episode the episode
 * @param metrics name to number in the order of the results, null for one that has no value; empty
 *     when the episode is too short
 * @param isPeriodAssumed whether nothing says the time between two steps, so that they are a guess
 */
public record StoredMetrics(
        RecordedEpisode episode, Map<String, Double> metrics, boolean isPeriodAssumed) {
    /** Copies the map. */
    public StoredMetrics {
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }
}
