package io.github.roboreel.tools.report;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.recorder.metrics.EpisodeSignals;
import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.recorder.spi.MetricInfos;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Metrics of some episodes as columns: the standard ones, then others in the order of the episodes. */
public final class MetricColumns {
    private MetricColumns() {}

    /** Names of the standard metrics, then of others that a line has, with or without a value. */
    static List<String> names(List<ScoredEpisode> episodes) {
        Set<String> others = new LinkedHashSet<>();
        episodes.forEach(episode -> others.addAll(episode.line().metricNames()));
        return inOrder(others);
    }

    /** A column for each that an episode has a value of. */
    static List<MetricInfo> of(List<ScoredEpisode> episodes) {
        return of(
                names(episodes),
                name -> episodes.stream().anyMatch(e -> e.metric(name).isPresent()));
    }

    /**
     * A column for each that has a value.
     *
     * @param names of those that there may be beside the standard ones
     * @param hasValue whether an episode has a value of a name
     */
    public static List<MetricInfo> of(Collection<String> names, Predicate<String> hasValue) {
        MetricInfos infos = MetricInfos.onClassPath();
        return inOrder(names).stream().filter(hasValue).map(infos::of).toList();
    }

    private static List<String> inOrder(Collection<String> names) {
        Set<String> ordered = new LinkedHashSet<>(EpisodeMetrics.STANDARD.names());
        ordered.addAll(names);
        return List.copyOf(ordered);
    }

    /** What the standard metrics are computed from, in the words that follow where there are none. */
    public static String needs() {
        Map<String, List<String>> byNeeds = new LinkedHashMap<>();
        for (MetricInfo info : EpisodeMetrics.STANDARD.infos()) {
            byNeeds.computeIfAbsent(info.needs(), needs -> new ArrayList<>()).add(info.name());
        }
        String needs = byNeeds.entrySet().stream()
                .map(entry -> entry.getKey() + " for " + String.join(", ", entry.getValue()))
                .collect(Collectors.joining("; "));
        return Sentence.of("an episode needs %d steps or more, and %s", EpisodeSignals.MINIMUM_STEPS, needs);
    }
}
