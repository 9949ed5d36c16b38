package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.metrics.EpisodeMetrics;
import io.github.roboreel.tools.statistics.Interval;
import io.github.roboreel.tools.statistics.RateInterval;
import io.github.roboreel.tools.statistics.Samples;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * The numbers of one row.
 *
 * @param name of the group
 * @param episodes how many
 * @param judged how many of them have a verdict
 * @param successes how many of those succeeded
 * @param score of all; a success counts as 1
 * @param failedScore of the failures
 * @param successSeconds durations of the successes, s
 * @param steps of all
 * @param metrics by name, in their order and units in the results
 * @param iterationsPerSecond control steps of the batch per second of wall-clock time
 * @param wallSeconds wall-clock time of the batch, s
 * @param wrongObjects what was grabbed wrongly, and when
 * @param events how often each kind of event happened, and in how many episodes
 */
record GroupSummary(
        String name,
        int episodes,
        int judged,
        int successes,
        Samples score,
        Samples failedScore,
        Samples successSeconds,
        Samples steps,
        Map<String, Samples> metrics,
        Samples iterationsPerSecond,
        Samples wallSeconds,
        WrongGrabs wrongObjects,
        Map<String, EventCount> events) {

    static GroupSummary of(String name, List<Episode> episodes) {
        List<Episode> successes =
                episodes.stream().filter(e -> e.line().isSuccess()).toList();
        List<Episode> failures = episodes.stream()
                .filter(e -> e.line().success().isPresent() && !e.line().isSuccess())
                .toList();
        Map<String, Samples> metrics = new LinkedHashMap<>();
        List<String> names = new ArrayList<>(EpisodeMetrics.STANDARD.names());
        names.addAll(MetricColumn.ownNames(episodes));
        names.forEach(n -> metrics.put(n, samples(episodes, e -> e.metric(n))));
        return new GroupSummary(
                name,
                episodes.size(),
                successes.size() + failures.size(),
                successes.size(),
                samples(episodes, e -> e.line().countedScore()),
                samples(failures, e -> e.line().score()),
                samples(successes, Episode::durationSeconds),
                samples(episodes, GroupSummary::steps),
                metrics,
                samples(episodes, e -> e.line().timing("it_per_sec")),
                samples(episodes, e -> e.line().timing("wall_total_s")),
                WrongGrabs.of(episodes),
                EventCount.byName(episodes));
    }

    private static OptionalDouble steps(Episode episode) {
        return episode.line().episodeStep().isPresent()
                ? OptionalDouble.of(episode.line().episodeStep().getAsInt())
                : OptionalDouble.empty();
    }

    private static Samples samples(Collection<Episode> episodes, Function<Episode, OptionalDouble> value) {
        List<Double> values = new ArrayList<>();
        episodes.forEach(e -> value.apply(e).ifPresent(values::add));
        return Samples.of(values);
    }

    /** A metric of the episodes that have it. */
    Samples metric(String name) {
        return metrics.getOrDefault(name, Samples.of(List.of()));
    }

    /** How often that event happened. */
    EventCount event(String name) {
        return events.getOrDefault(name, EventCount.NONE);
    }

    int failures() {
        return judged - successes;
    }

    int notJudged() {
        return episodes - judged;
    }

    /** Successes among the judged; empty when none was. */
    OptionalDouble successRate() {
        return judged == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) successes / judged);
    }

    Interval interval(RateInterval kind) {
        return kind.of(successes, judged);
    }
}
