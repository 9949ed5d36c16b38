package io.github.roboreel.dashboard.overview;

import io.github.roboreel.dashboard.api.Answer;
import io.github.roboreel.dashboard.index.IndexedEpisode;
import io.github.roboreel.dashboard.overview.EpisodesEndpoint.EpisodeRow;
import io.github.roboreel.tools.report.Csv;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** Table of episodes as comma-separated values; no cell is a formula to a spreadsheet. */
final class EpisodeCsv {
    private static final List<String> COLUMNS = List.of(
            "id",
            "recording",
            "env_name",
            "task_name",
            "run",
            "env_id",
            "episode",
            "policy",
            "instruction_type",
            "instruction",
            "success",
            "status",
            "score",
            "duration_s",
            "episode_step",
            "reason");

    private EpisodeCsv() {}

    static Answer of(List<EpisodeRow> rows) {
        Set<String> metrics = new LinkedHashSet<>();
        Set<String> events = new LinkedHashSet<>();
        for (EpisodeRow row : rows) {
            metrics.addAll(row.episode().metricNames());
            events.addAll(row.episode().eventCounts().keySet());
        }
        return new Answer.Stream(
                "text/csv; charset=utf-8", Optional.of("episodes.csv"), out -> write(out, rows, metrics, events));
    }

    private static void write(OutputStream out, List<EpisodeRow> rows, Set<String> metrics, Set<String> events)
            throws IOException {
        Writer text = new BufferedWriter(new OutputStreamWriter(out, StandardCharsets.UTF_8));
        List<String> header = new ArrayList<>(COLUMNS);
        header.addAll(metrics);
        events.forEach(event -> header.add("events." + event));
        text.write(Csv.line(header));
        for (EpisodeRow row : rows) {
            text.write(Csv.line(cells(row, metrics, events)));
        }
        text.flush();
    }

    private static List<String> cells(EpisodeRow row, Set<String> metrics, Set<String> events) {
        IndexedEpisode episode = row.episode();
        List<String> cells = new ArrayList<>();
        cells.add(row.id());
        cells.add(row.recording().recording().name());
        cells.add(episode.envName());
        cells.add(episode.taskName());
        cells.add(number(episode.run()));
        cells.add(number(episode.envId()));
        cells.add(number(episode.episode()));
        cells.add(episode.policy().orElse(""));
        cells.add(episode.instructionType().orElse(""));
        cells.add(episode.instruction().orElse(""));
        cells.add(episode.success().map(String::valueOf).orElse(""));
        cells.add(episode.status().orElse(""));
        cells.add(number(episode.score()));
        cells.add(number(episode.durationSeconds()));
        cells.add(number(episode.episodeStep()));
        cells.add(episode.reason().orElse(""));
        metrics.forEach(metric -> cells.add(number(episode.metric(metric))));
        events.forEach(event -> cells.add(String.valueOf(episode.eventCounts().getOrDefault(event, 0))));
        return cells;
    }

    private static String number(OptionalInt value) {
        return value.isPresent() ? String.valueOf(value.getAsInt()) : "";
    }

    private static String number(OptionalDouble value) {
        return value.isPresent() ? String.valueOf(value.getAsDouble()) : "";
    }
}
