package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.overview.EpisodesEndpoint.EpisodeRow;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.function.Function;
import java.util.stream.Stream;

/** Orders of episodes. Those without a value come first. */
final class EpisodeSorting {
    private static final String METRIC = "metrics.";
    private static final String EVENT = "events.";
    private static final Map<String, Comparator<EpisodeRow>> ORDERS = orders();

    private EpisodeSorting() {}

    private static Map<String, Comparator<EpisodeRow>> orders() {
        Map<String, Comparator<EpisodeRow>> orders = new LinkedHashMap<>();
        orders.put(
                "recording",
                Comparator.comparing(
                                (EpisodeRow row) -> row.recording().recording().name())
                        .thenComparing(by(IndexedEpisode::envName))
                        .thenComparing(byInt(IndexedEpisode::episode)));
        orders.put("env_name", by(IndexedEpisode::envName));
        orders.put("task_name", by(IndexedEpisode::taskName));
        orders.put("policy", by(e -> e.policy().orElse("")));
        orders.put("instruction", by(e -> e.instruction().orElse("")));
        orders.put("instruction_type", by(e -> e.instructionType().orElse("")));
        orders.put("reason", by(e -> e.reason().orElse("")));
        orders.put("status", by(e -> e.status().orElse("")));
        orders.put("run", byInt(IndexedEpisode::run));
        orders.put("env_id", byInt(IndexedEpisode::envId));
        orders.put("episode", byInt(IndexedEpisode::episode));
        orders.put("episode_step", byInt(IndexedEpisode::episodeStep));
        orders.put("success", byInt(e -> OptionalInt.of(e.verdict())));
        orders.put("score", byDouble(IndexedEpisode::score));
        orders.put("duration", byDouble(IndexedEpisode::durationSeconds));
        return orders;
    }

    private static Comparator<EpisodeRow> by(Function<IndexedEpisode, String> text) {
        return Comparator.comparing(row -> text.apply(row.episode()));
    }

    private static Comparator<EpisodeRow> byInt(Function<IndexedEpisode, OptionalInt> number) {
        return Comparator.comparingInt(row -> number.apply(row.episode()).orElse(Integer.MIN_VALUE));
    }

    private static Comparator<EpisodeRow> byDouble(Function<IndexedEpisode, OptionalDouble> number) {
        return Comparator.comparingDouble(row -> number.apply(row.episode()).orElse(Double.NEGATIVE_INFINITY));
    }

    /** The order of a column, {@code metrics.NAME} or {@code events.NAME}; null when there is none of that name. */
    static Comparator<EpisodeRow> of(String name) {
        if (name.startsWith(METRIC)) {
            String metric = name.substring(METRIC.length());
            return byDouble(e -> e.metric(metric));
        }
        if (name.startsWith(EVENT)) {
            String event = name.substring(EVENT.length());
            return byInt(e -> OptionalInt.of(e.eventCounts().getOrDefault(event, 0)));
        }
        return ORDERS.get(name);
    }

    static List<String> names() {
        return Stream.concat(ORDERS.keySet().stream(), Stream.of(METRIC + "NAME", EVENT + "NAME"))
                .toList();
    }
}
