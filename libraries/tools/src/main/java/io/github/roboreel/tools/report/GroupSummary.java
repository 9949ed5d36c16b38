package io.github.roboreel.tools.report;

import io.github.roboreel.format.ResultLine;
import io.github.roboreel.tools.confidence.Difference.Rate;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The numbers of one row.
 *
 * @param name of the group
 * @param all its episodes
 * @param rate how many of those with a verdict succeeded
 * @param metrics by name, in their order and units in the results
 * @param wrongObjects what was grabbed wrongly, and when
 * @param events how often each kind of event happened, and in how many episodes
 */
public record GroupSummary(
        String name,
        List<ScoredEpisode> all,
        Rate rate,
        Map<String, SampleStatistics> metrics,
        WrongGrabs wrongObjects,
        Map<String, EventCount> events) {
    /**
     * Number of events of a kind.
     *
     * @param count events
     * @param episodes in how many episodes
     */
    public record EventCount(int count, int episodes) {
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
    public record WrongGrabs(int episodes, int inSuccesses, int inFailures, Map<String, Integer> objects) {
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

        /** In all episodes. */
        public int total() {
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
        Map<String, SampleStatistics> metrics = new LinkedHashMap<>();
        List<String> names = MetricColumns.names(episodes);
        List<SampleStatistics> counted = names.parallelStream()
                .map(metric -> SampleStatistics.of(episodes, e -> e.metric(metric)))
                .toList();
        for (int i = 0; i < names.size(); i++) {
            metrics.put(names.get(i), counted.get(i));
        }
        return new GroupSummary(
                name, episodes, rate(episodes), metrics, WrongGrabs.of(episodes), EventCount.byName(episodes));
    }

    private static Rate rate(List<ScoredEpisode> episodes) {
        int successes = 0;
        int judged = 0;
        for (ScoredEpisode episode : episodes) {
            successes += episode.line().isSuccess() ? 1 : 0;
            judged += episode.line().success().isPresent() ? 1 : 0;
        }
        return new Rate(successes, judged);
    }

    private List<ScoredEpisode> judgedAs(boolean success) {
        return all.stream()
                .filter(e -> e.line().success().equals(Optional.of(success)))
                .toList();
    }

    /** Of those that have one that counts; a success counts as 1. */
    public SampleStatistics score() {
        return SampleStatistics.of(all, ScoredEpisode::countedScore);
    }

    SampleStatistics failedScore() {
        return SampleStatistics.of(judgedAs(false), e -> e.line().score());
    }

    /** Durations of the successes, s. */
    public SampleStatistics successSeconds() {
        return SampleStatistics.of(judgedAs(true), ScoredEpisode::durationSeconds);
    }

    /** Durations of all, s. */
    SampleStatistics seconds() {
        return SampleStatistics.of(all, ScoredEpisode::durationSeconds);
    }

    SampleStatistics steps() {
        return SampleStatistics.of(
                all, e -> e.line().episodeStep().stream().asDoubleStream().findFirst());
    }

    /** Control steps of the batch per second of wall-clock time. */
    SampleStatistics iterationsPerSecond() {
        return SampleStatistics.of(all, e -> e.line().timing("it_per_sec"));
    }

    /** Wall-clock time of the batch, s. */
    SampleStatistics wallSeconds() {
        return SampleStatistics.of(all, e -> e.line().timing(ResultLine.WALL_TOTAL_S));
    }

    /** A metric of the episodes that have it. */
    SampleStatistics metric(String name) {
        return metrics.getOrDefault(name, SampleStatistics.NONE);
    }

    /** How often that event happened. */
    EventCount event(String name) {
        return events.getOrDefault(name, EventCount.NONE);
    }

    int episodes() {
        return all.size();
    }

    int judged() {
        return rate.judged();
    }

    int successes() {
        return rate.successes();
    }

    int failures() {
        return judged() - successes();
    }

    int notJudged() {
        return episodes() - judged();
    }

    /** Successes among the judged; empty when none was. */
    public OptionalDouble successRate() {
        return judged() == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) successes() / judged());
    }

    Interval interval(RateInterval kind) {
        return kind.of(successes(), judged());
    }
}
