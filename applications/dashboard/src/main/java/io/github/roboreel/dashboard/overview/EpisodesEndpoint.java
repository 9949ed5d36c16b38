package io.github.roboreel.dashboard.overview;

import static io.github.roboreel.recordings.folder.JsonNumbers.orNull;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.api.Refusal;
import io.github.roboreel.dashboard.api.Request;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.index.ListedEpisode;
import io.github.roboreel.dashboard.index.RecordingIndex;
import io.github.roboreel.tools.report.Csv;
import java.io.BufferedWriter;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** {@code /episodes}: rows of episodes of some recordings, as JSON or as a table of comma-separated values. */
record EpisodesEndpoint(RecordingIndex index) {
    private static final String RECORDING = "recording";
    private static final String METRIC = "metrics.";
    private static final String EVENT = "events.";

    Answer answer(Request request) throws Refusal {
        List<ListedEpisode> rows = Selection.of(index, request).rows();
        List<String> orders = new ArrayList<>(IndexedEpisode.COLUMNS.keySet());
        orders.add(0, RECORDING);
        orders.addAll(List.of(METRIC + "NAME", EVENT + "NAME"));
        List<ListedEpisode> sorted = ListPage.sorted(request, rows, RECORDING, EpisodesEndpoint::order, orders);
        if (wantsCsv(request)) {
            return csv(sorted);
        }
        EpisodeListDocument documents = new EpisodeListDocument(index.envFolders());
        return new Answer.Json(
                ListPage.of(request, "episodes", sorted, documents::row).with("facets", Facets.of(rows)));
    }

    /** The order of a column, {@code metrics.NAME} or {@code events.NAME}; null when there is none of that name. */
    private static Comparator<ListedEpisode> order(String name) {
        if (name.equals(RECORDING)) {
            return Comparator.comparing(
                            (ListedEpisode row) -> row.recording().recording().name())
                    .thenComparing(by(IndexedEpisode::envName))
                    .thenComparing(by(IndexedEpisode.COLUMNS.get("episode")));
        }
        if (name.startsWith(METRIC)) {
            return by(e -> orNull(e.metric(name.substring(METRIC.length()))));
        }
        if (name.startsWith(EVENT)) {
            return by(e -> e.eventCounts().getOrDefault(name.substring(EVENT.length()), 0));
        }
        return IndexedEpisode.COLUMNS.containsKey(name) ? by(IndexedEpisode.COLUMNS.get(name)) : null;
    }

    @SuppressWarnings("unchecked")
    private static Comparator<ListedEpisode> by(Function<IndexedEpisode, ?> column) {
        return Comparator.comparing(
                row -> (Comparable<Object>) column.apply(row.episode()),
                Comparator.nullsFirst(Comparator.naturalOrder()));
    }

    private static boolean wantsCsv(Request request) throws Refusal {
        String format = request.parameter("format").orElse("");
        if (!format.isEmpty() && !format.equals("csv") && !format.equals("json")) {
            throw Refusal.badRequest("format is " + format + "; expected json or csv");
        }
        boolean accepts = request.headers().getOrDefault("accept", "").startsWith("text/csv");
        return format.equals("csv") || format.isEmpty() && accepts;
    }

    /** No cell is a formula to a spreadsheet. */
    private static Answer csv(List<ListedEpisode> rows) {
        Set<String> metrics = new LinkedHashSet<>();
        Set<String> events = new LinkedHashSet<>();
        for (ListedEpisode row : rows) {
            metrics.addAll(row.episode().metricNames());
            events.addAll(row.episode().eventCounts().keySet());
        }
        return new Answer.Stream("text/csv; charset=utf-8", Optional.of("episodes.csv"), out -> {
            Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
            List<String> header = new ArrayList<>(List.of("id", RECORDING));
            IndexedEpisode.COLUMNS.keySet().forEach(name -> header.add(name.equals("duration") ? "duration_s" : name));
            header.addAll(metrics);
            events.forEach(event -> header.add(EVENT + event));
            text.write(Csv.line(header));
            for (ListedEpisode row : rows) {
                text.write(Csv.line(cells(row, metrics, events)));
            }
            text.flush();
        });
    }

    private static List<String> cells(ListedEpisode row, Set<String> metrics, Set<String> events) {
        IndexedEpisode episode = row.episode();
        List<Object> cells =
                new ArrayList<>(List.of(row.id(), row.recording().recording().name()));
        IndexedEpisode.COLUMNS.values().forEach(column -> cells.add(column.apply(episode)));
        metrics.forEach(metric -> cells.add(orNull(episode.metric(metric))));
        events.forEach(event -> cells.add(episode.eventCounts().getOrDefault(event, 0)));
        return cells.stream().map(cell -> Objects.toString(cell, "")).toList();
    }
}
