package io.github.roboreel.dashboard.overview;

import io.github.roboreel.format.JsonFields;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is known of a metric beside its numbers.
 *
 * @param info what its set says of it
 */
record MetricFacts(MetricInfo info) {
    private static final String LOWER = "lower";
    private static final String HIGHER = "higher";
    private static final String NONE = "none";

    /**
     * Which numbers of a metric are better: {@code lower}, {@code higher} or {@code none}. SPARC is below 0, and nearer
     * to 0 for a smoother movement; jerk, way and error are the less the better. Of others nothing is known.
     */
    static String better(String name) {
        if (!isStandard(name)) {
            return NONE;
        }
        if (name.contains("sparc")) {
            return HIGHER;
        }
        return name.contains("isj") || name.contains("path_length") || name.contains("rmse") ? LOWER : NONE;
    }

    private static boolean isStandard(String name) {
        return EpisodeMetrics.STANDARD.names().contains(name);
    }

    /** The standard ones, then others by their names. */
    static List<String> inOrder(Collection<String> names) {
        Set<String> ordered = new LinkedHashSet<>(EpisodeMetrics.STANDARD.names());
        ordered.addAll(names.stream().sorted().toList());
        return new ArrayList<>(ordered);
    }

    /** The heading is null where the page writes the name out, which is longer than a heading of tables of text. */
    Map<String, Object> document() {
        return new JsonFields()
                .with("name", info.name())
                .with("heading", isStandard(info.name()) || info.heading().equals(info.name()) ? null : info.heading())
                .with("unit", info.unit().isEmpty() ? null : info.unit())
                .with("shown_unit", info.shownUnit().isEmpty() ? null : info.shownUnit())
                .with("factor", info.factor())
                .with("better", better(info.name()));
    }
}
