package io.github.roboreel.dashboard.overview;

import io.github.roboreel.recorder.metrics.EpisodeMetric;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a metric beside its numbers.
 *
 * @param name in the results
 * @param unit of the numbers; null where it is not known
 * @param better {@code lower}, {@code higher} or {@code none}
 */
record MetricFacts(String name, String unit, String better) {
    private static final String LOWER = "lower";
    private static final String HIGHER = "higher";
    private static final String NONE = "none";

    static MetricFacts of(String name) {
        String unit = EpisodeMetrics.STANDARD.metrics().stream()
                .filter(metric -> metric.name().equals(name))
                .map(EpisodeMetric::unit)
                .findFirst()
                .orElse(null);
        return new MetricFacts(name, unit, unit == null ? NONE : better(name));
    }

    /** SPARC is below 0, and nearer to 0 for a smoother movement; jerk, way and error are the less the better. */
    private static String better(String name) {
        if (name.contains("sparc")) {
            return HIGHER;
        }
        return name.contains("isj") || name.contains("path_length") || name.contains("rmse") ? LOWER : NONE;
    }

    /** The standard ones, then others by their names. */
    static List<String> inOrder(Collection<String> names) {
        Set<String> ordered = new LinkedHashSet<>(EpisodeMetrics.STANDARD.names());
        ordered.addAll(names.stream().sorted().toList());
        return new ArrayList<>(ordered);
    }

    Map<String, Object> document() {
        Map<String, Object> json = new LinkedHashMap<>();
        json.put("name", name);
        json.put("unit", unit);
        json.put("better", better);
        return json;
    }
}
