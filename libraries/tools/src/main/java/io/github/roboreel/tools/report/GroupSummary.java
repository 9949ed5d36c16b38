package io.github.roboreel.tools.report;

import io.github.roboreel.format.ResultLine;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * The numbers of one row.
 *
 * @param name of the group
 * @param episodes how many
 * @param judged how many of them have a verdict
 * @param successes how many of those succeeded
 * @param score of those that have one that counts; a success counts as 1
 * @param failedScore of the failures
 * @param successSeconds durations of the successes, s
 * @param seconds durations of all, s
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
        SampleStatistics score,
        SampleStatistics failedScore,
        SampleStatistics successSeconds,
        SampleStatistics seconds,
        SampleStatistics steps,
        Map<String, SampleStatistics> metrics,
        SampleStatistics iterationsPerSecond,
        SampleStatistics wallSeconds,
        WrongGrabs wrongObjects,
        Map<String, EventCount> events) {
    /**
     * Number of events of a kind.
     *
     * @param count events
     * @param episodes in how many episodes
     */
    record EventCount(int count, int episodes) {
        private static final EventCount NONE = new EventCount(0, 0);

        /** By name, in the order of the result lines. */
        static Map<String, EventCount> byName(List<ScoredEpisode> episodes) {
            Map<String, EventCount> counts = new LinkedHashMap<>();
            for (ScoredEpisode episode : episodes) {
                episode.line()
                        .eventCounts()
                        .forEach((name, count) -> counts.merge(name, new EventCount(count, 1), EventCount::plus));
            }
            return counts;
        }

        private EventCount plus(EventCount other) {
            return new EventCount(count + other.count, episodes + other.episodes);
        }
    }

    /**
     * Wrong objects that were grabbed in a group of episodes.
     *
     * @param episodes in how many episodes
     * @param inSuccesses grabs in episodes that succeeded
     * @param inFailures grabs in the other episodes
     * @param objects grabs by object, most often grabbed first
     */
    record WrongGrabs(int episodes, int inSuccesses, int inFailures, Map<String, Integer> objects) {
        private static WrongGrabs of(List<ScoredEpisode> group) {
            int episodes = 0;
            int inSuccesses = 0;
            int total = 0;
            Map<String, Integer> counts = new TreeMap<>();
            for (ScoredEpisode episode : group) {
                int grabs = episode.wrongObjects().size();
                episodes += grabs > 0 ? 1 : 0;
                inSuccesses += episode.line().isSuccess() ? grabs : 0;
                total += grabs;
                episode.wrongObjects().forEach(object -> counts.merge(object, 1, Integer::sum));
            }
            return new WrongGrabs(episodes, inSuccesses, total - inSuccesses, mostFirst(counts));
        }

        private static Map<String, Integer> mostFirst(Map<String, Integer> counts) {
            Map<String, Integer> ordered = new LinkedHashMap<>();
            counts.entrySet().stream()
                    .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                    .forEach(e -> ordered.put(e.getKey(), e.getValue()));
            return Collections.unmodifiableMap(ordered);
        }

        int total() {
            return inSuccesses + inFailures;
        }

        /** "bowl x2, mug x1". */
        String listed() {
            return objects.entrySet().stream()
                    .map(e -> e.getKey() + " x" + e.getValue())
                    .collect(Collectors.joining(", "));
        }
    }

    static GroupSummary of(String name, List<ScoredEpisode> episodes) {
        List<ScoredEpisode> successes =
                episodes.stream().filter(e -> e.line().isSuccess()).toList();
        List<ScoredEpisode> failures = episodes.stream()
                .filter(e -> e.line().success().isPresent() && !e.line().isSuccess())
                .toList();
        Map<String, SampleStatistics> metrics = new LinkedHashMap<>();
        List<String> names = MetricColumns.names(episodes);
        List<SampleStatistics> counted = names.parallelStream()
                .map(metric -> samples(episodes, e -> e.metric(metric)))
                .toList();
        for (int i = 0; i < names.size(); i++) {
            metrics.put(names.get(i), counted.get(i));
        }
        return new GroupSummary(
                name,
                episodes.size(),
                successes.size() + failures.size(),
                successes.size(),
                samples(episodes, ScoredEpisode::countedScore),
                samples(failures, e -> e.line().score()),
                samples(successes, ScoredEpisode::durationSeconds),
                samples(episodes, ScoredEpisode::durationSeconds),
                samples(episodes, GroupSummary::steps),
                metrics,
                samples(episodes, e -> e.line().timing("it_per_sec")),
                samples(episodes, e -> e.line().timing(ResultLine.WALL_TOTAL_S)),
                WrongGrabs.of(episodes),
                EventCount.byName(episodes));
    }

    private static OptionalDouble steps(ScoredEpisode episode) {
        return episode.line().episodeStep().isPresent()
                ? OptionalDouble.of(episode.line().episodeStep().getAsInt())
                : OptionalDouble.empty();
    }

    private static SampleStatistics samples(
            List<ScoredEpisode> episodes, Function<ScoredEpisode, OptionalDouble> value) {
        return SampleStatistics.of(episodes, value);
    }

    /** A metric of the episodes that have it. */
    SampleStatistics metric(String name) {
        return metrics.getOrDefault(name, SampleStatistics.NONE);
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
