package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.recordings.folder.EpisodeLine;
import io.github.roboreel.recordings.folder.LineColumn;
import io.github.roboreel.tools.report.GroupSummary.EventCount;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Tone;
import io.github.roboreel.tools.report.Table.Views;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/** A row per episode. */
final class EpisodeTable {
    private static final String TITLE = "Episodes";

    private final List<ScoredEpisode> episodes;
    private final List<MetricInfo> metrics;
    private final Set<String> events;

    EpisodeTable(ReportOptions options, List<ScoredEpisode> episodes) {
        this.episodes = episodes;
        metrics = options.columns().metrics() ? MetricColumns.of(episodes) : List.of();
        events = options.columns().events() ? EventCount.byName(episodes).keySet() : Set.of();
    }

    /** For people: rounded, and only what was asked for. */
    Table forPeople() {
        Views<ScoredEpisode> views = new Views<ScoredEpisode>().add(Column.key("Task"), e -> Cell.of(e.task()));
        if (episodes.stream().map(e -> e.folder()).distinct().count() > 1) {
            views.add(Column.key("Folder"), e -> Cell.of(folderName(e)));
        }
        views.add(Column.numericKey("Ep"), e -> integer(e.line().episode(), Cell.NONE))
                .number("Run", e -> integer(e.line().run(), Cell.NONE))
                .number("Env", e -> integer(e.line().envId(), Cell.NONE))
                .add(Column.fixed("Success"), e -> verdict(e.line()))
                .number("Score", e -> Cell.number(e.line().score(), 3))
                .number("Time s", e -> Cell.number(e.durationSeconds(), 2))
                .number("Steps", e -> integer(e.line().episodeStep(), Cell.NONE));
        for (MetricInfo metric : metrics) {
            views.number(metric.header(), e -> Cell.number(scaled(e, metric), metric.decimals()));
        }
        events.forEach(event -> views.number(event, e -> count(e, event)));
        views.add(Column.flexible("Reason"), e -> Cell.of(e.line().reason().orElse(Cell.NONE)));
        return views.table(TITLE, episodes, List.of());
    }

    private static String folderName(ScoredEpisode episode) {
        Path name = Path.of(episode.folder()).toAbsolutePath().normalize().getFileName();
        return String.valueOf(name);
    }

    private static Cell integer(OptionalInt value, String otherwise) {
        return Cell.of(value.isPresent() ? String.valueOf(value.getAsInt()) : otherwise);
    }

    private static Cell count(ScoredEpisode episode, String event) {
        return Cell.of(episode.line().eventCounts().getOrDefault(event, 0));
    }

    private static Cell verdict(EpisodeLine line) {
        if (line.success().isEmpty()) {
            return new Cell("n/a", Tone.UNKNOWN);
        }
        return line.isSuccess() ? new Cell("yes", Tone.GOOD) : new Cell("no", Tone.BAD);
    }

    private static OptionalDouble scaled(ScoredEpisode episode, MetricInfo metric) {
        OptionalDouble value = episode.metric(metric.name());
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * metric.factor()) : value;
    }

    /** For programs: all that identifies an episode, numbers with up to six decimals. */
    Table forCsv() {
        Views<ScoredEpisode> views = new Views<ScoredEpisode>().add(Column.fixed("folder"), e -> Cell.of(e.folder()));
        LineColumn.IDENTITY.stream()
                .filter(column -> column != LineColumn.TASK_NAME)
                .forEach(column -> addCsv(views, column));
        addCsv(views, LineColumn.SUCCESS);
        addCsv(views, LineColumn.SCORE);
        views.number("duration_s", e -> Cell.csvNumber(e.durationSeconds()));
        addCsv(views, LineColumn.EPISODE_STEP);
        for (MetricInfo metric : metrics) {
            views.number(metric.name(), e -> Cell.csvNumber(e.metric(metric.name())));
        }
        events.forEach(event -> views.number(SummaryTable.EVENT + event, e -> count(e, event)));
        addCsv(views, LineColumn.REASON);
        return views.table(TITLE, episodes, List.of());
    }

    private static void addCsv(Views<ScoredEpisode> views, LineColumn column) {
        views.add(
                column.isNumber() ? Column.numeric(column.label()) : Column.fixed(column.label()),
                e -> csvCell(column.value(e.line())));
    }

    private static Cell csvCell(Object value) {
        return value instanceof Double number
                ? Cell.csvNumber(OptionalDouble.of(number))
                : Cell.of(Objects.requireNonNullElse(value, ""));
    }
}
