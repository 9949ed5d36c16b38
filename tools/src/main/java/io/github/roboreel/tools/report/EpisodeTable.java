package io.github.roboreel.tools.report;

import io.github.roboreel.tools.folder.EpisodeRecord;
import io.github.roboreel.tools.report.Table.View;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.Function;

/** A row per episode. */
final class EpisodeTable {
    private final ReportOptions options;
    private final List<Episode> episodes;
    private final List<MetricColumn> metrics;
    private final Set<String> events;

    EpisodeTable(ReportOptions options, List<Episode> episodes) {
        this.options = options;
        this.episodes = episodes;
        metrics = MetricColumn.of(episodes);
        events = options.events() ? EventCount.byName(episodes).keySet() : Set.of();
    }

    /** For people: rounded, and only what was asked for. */
    Table forPeople() {
        List<View<Episode>> views = new ArrayList<>();
        views.add(new View<>(Column.key("Task"), e -> Cell.of(e.task())));
        if (episodes.stream().map(e -> e.folder().path()).distinct().count() > 1) {
            views.add(new View<>(Column.key("Folder"), e -> Cell.of(folderName(e))));
        }
        views.add(new View<>(Column.numericKey("Ep"), e -> integer(e.line().episode(), Cell.NONE)));
        number(views, "Run", e -> integer(e.line().run(), Cell.NONE));
        number(views, "Env", e -> integer(e.line().envId(), Cell.NONE));
        views.add(new View<>(Column.fixed("Success"), e -> verdict(e.line())));
        number(views, "Score", e -> Cell.number(e.line().score(), 3));
        number(views, "Time s", e -> Cell.number(e.durationSeconds(), 2));
        number(views, "Steps", e -> integer(e.line().episodeStep(), Cell.NONE));
        if (options.metrics()) {
            for (MetricColumn metric : metrics) {
                number(views, metric.header(), e -> Cell.number(scaled(e, metric), metric.decimals()));
            }
        }
        for (String event : events) {
            number(views, event, e -> count(e, event));
        }
        views.add(new View<>(
                Column.flexible("Reason"), e -> Cell.of(e.line().reason().orElse(Cell.NONE))));
        return Table.of("Episodes", views, episodes, List.of());
    }

    private static String folderName(Episode episode) {
        Path name = episode.folder().path().toAbsolutePath().normalize().getFileName();
        return String.valueOf(name);
    }

    private static void number(List<View<Episode>> views, String header, Function<Episode, Cell> cell) {
        views.add(new View<>(Column.numeric(header), cell));
    }

    private static Cell integer(OptionalInt value, String otherwise) {
        return Cell.of(value.isPresent() ? String.valueOf(value.getAsInt()) : otherwise);
    }

    private static Cell count(Episode episode, String event) {
        return Cell.of(episode.line().eventCounts().getOrDefault(event, 0));
    }

    private static Cell verdict(EpisodeRecord line) {
        if (line.success().isEmpty()) {
            return Cell.of("n/a").withTone(Tone.UNKNOWN);
        }
        return line.isSuccess()
                ? Cell.of("yes").withTone(Tone.GOOD)
                : Cell.of("no").withTone(Tone.BAD);
    }

    private static OptionalDouble scaled(Episode episode, MetricColumn metric) {
        OptionalDouble value = episode.metric(metric.name());
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * metric.factor()) : value;
    }

    /** For programs: all that identifies an episode, numbers with up to six decimals. */
    Table forCsv() {
        List<View<Episode>> views = new ArrayList<>();
        text(views, "folder", e -> Optional.of(e.folder().path().toString()));
        text(views, "env_name", e -> Optional.of(e.task()));
        number(views, "run", e -> integer(e.line().run(), ""));
        number(views, "env_id", e -> integer(e.line().envId(), ""));
        number(views, "episode", e -> integer(e.line().episode(), ""));
        text(views, "policy", e -> e.line().policy());
        text(views, "instruction_type", e -> e.line().instructionType());
        text(views, "instruction", e -> e.line().instruction());
        text(views, "success", e -> e.line().success().map(String::valueOf));
        number(views, "score", e -> Cell.csvNumber(e.line().score()));
        number(views, "duration_s", e -> Cell.csvNumber(e.durationSeconds()));
        number(views, "episode_step", e -> integer(e.line().episodeStep(), ""));
        if (options.metrics()) {
            for (MetricColumn metric : metrics) {
                number(views, metric.name(), e -> Cell.csvNumber(e.metric(metric.name())));
            }
        }
        for (String event : events) {
            number(views, SummaryTable.EVENT + event, e -> count(e, event));
        }
        text(views, "reason", e -> e.line().reason());
        return Table.of("Episodes", views, episodes, List.of());
    }

    private static void text(List<View<Episode>> views, String header, Function<Episode, Optional<String>> text) {
        views.add(new View<>(Column.fixed(header), e -> Cell.of(text.apply(e).orElse(""))));
    }
}
