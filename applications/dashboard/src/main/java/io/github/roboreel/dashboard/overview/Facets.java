package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.format.JsonFields;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How many of some episodes have which value. */
final class Facets {
    /** Reasons may be as many as episodes. */
    private static final int MAX_VALUES = 200;

    private final Map<String, Integer> tasks = new HashMap<>();
    private final Map<String, Integer> policies = new HashMap<>();
    private final Map<String, Integer> statuses = new HashMap<>();
    private final Map<String, Integer> reasons = new HashMap<>();
    private final Map<String, Integer> events = new HashMap<>();
    private final Map<String, Integer> attributes = new HashMap<>();
    private final Map<String, Integer> episodeAttributes = new HashMap<>();
    private final Map<String, Integer> tags = new HashMap<>();
    private final Map<String, Integer> metrics = new HashMap<>();

    private Facets() {}

    /** By kind, the values that most have first. */
    static Map<String, Object> of(List<ListedEpisode> rows) {
        Facets facets = new Facets();
        rows.forEach(row -> facets.add(row.episode()));
        return new JsonFields()
                .with("tasks", mostFirst(facets.tasks))
                .with("policies", mostFirst(facets.policies))
                .with("statuses", mostFirst(facets.statuses))
                .with("reasons", mostFirst(facets.reasons))
                .with("events", mostFirst(facets.events))
                .with("attributes", mostFirst(facets.attributes))
                .with("episode_attributes", mostFirst(facets.episodeAttributes))
                .with("metrics", mostFirst(facets.metrics))
                .with("tags", mostFirst(facets.tags))
                .with(
                        "groupings",
                        ReportRequest.groupings(
                                rows.stream().map(ListedEpisode::episode).toList()));
    }

    private void add(IndexedEpisode episode) {
        count(tasks, episode.envName());
        episode.policy().ifPresent(policy -> count(policies, policy));
        episode.status().ifPresent(status -> count(statuses, status));
        episode.reason().ifPresent(reason -> count(reasons, reason));
        episode.attributes().forEach(attribute -> count(attributes, attribute));
        episode.episodeAttributes().keySet().forEach(name -> count(episodeAttributes, name));
        episode.metricNames().forEach(metric -> count(metrics, metric));
        episode.annotation().ifPresent(note -> note.tags().forEach(tag -> count(tags, tag)));
        episode.eventCounts().forEach((event, n) -> {
            if (n > 0) {
                count(events, event);
            }
        });
    }

    private static void count(Map<String, Integer> counts, String value) {
        counts.merge(value, 1, Integer::sum);
    }

    private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
        Map<String, Integer> ordered = new LinkedHashMap<>();
        counts.entrySet().stream()
                .sorted(Map.Entry.<String, Integer>comparingByValue(Comparator.reverseOrder())
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_VALUES)
                .forEach(entry -> ordered.put(entry.getKey(), entry.getValue()));
        return ordered;
    }
}
