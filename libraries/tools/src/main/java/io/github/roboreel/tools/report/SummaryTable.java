package io.github.roboreel.tools.report;

import io.github.roboreel.recorder.spi.MetricInfo;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import io.github.roboreel.tools.report.Table.Cell;
import io.github.roboreel.tools.report.Table.Column;
import io.github.roboreel.tools.report.Table.Row;
import io.github.roboreel.tools.report.Table.Views;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * A row per group: how often it succeeded, how well, how long, how smoothly; or what it grabbed wrongly.
 *
 * @param metrics those that have columns; none where they are not asked for
 */
record SummaryTable(ReportOptions options, List<MetricInfo> metrics) {
    /** What heads the columns of events for programs. */
    static final String EVENT = "events.";

    private static final double MINUTES_PER_SECOND = 1.0 / 60;
    private static final String TITLE = "Summary";
    private static final String WRONG_OBJECTS = "Wrong objects";

    /** For people: rounded, and only what was asked for. */
    Table forPeople(List<GroupSummary> groups, GroupSummary total) {
        Views<GroupSummary> views = new Views<GroupSummary>()
                .add(Column.key(options.header()), g -> Cell.of(g.name()))
                .number("Success", g -> Cell.of(g.successes() + "/" + g.judged()))
                .number("%", g -> percent(g.successRate()))
                .number("95% CI", g -> Cell.of(range(g.interval(options.interval()))));
        if (total.notJudged() > 0) {
            views.number("n/a", g -> Cell.of(g.notJudged()));
        }
        views.number("Score", g -> meanOf(g.episodes(), g.score()));
        if (options.columns().stddev()) {
            views.number("Score(fail)", g -> meanOf(g.failures(), g.failedScore()));
        }
        views.number("Time s", g -> mean(g.successSeconds(), 2)).number("Steps", g -> mean(g.steps(), 1));
        for (MetricInfo metric : metrics) {
            views.number(
                    metric.header(), g -> mean(g.metric(metric.name()).scaledBy(metric.factor()), metric.decimals()));
        }
        if (options.columns().events()) {
            total.events()
                    .keySet()
                    .forEach(name ->
                            views.number(name, g -> Cell.of(g.event(name).count())));
        }
        if (options.columns().timing()) {
            views.number("it/s", g -> mean(g.iterationsPerSecond(), 2))
                    .number("Wall min", g -> mean(g.wallSeconds().scaledBy(MINUTES_PER_SECOND), 1));
        }
        return views.table(TITLE, groups, List.of(total));
    }

    static Cell percent(OptionalDouble rate) {
        return Cell.number(scaled(rate, 100), 1);
    }

    static Cell csvPercent(OptionalDouble rate) {
        return Cell.csvNumber(scaled(rate, 100));
    }

    /** Bounds in percent. */
    private static String range(Interval interval) {
        return Cell.rounded(100 * interval.lo(), 1) + "-" + Cell.rounded(100 * interval.hi(), 1);
    }

    /** "0.588 (4 of 5)" where fewer have a score than there are. */
    private Cell meanOf(int episodes, SampleStatistics scores) {
        Cell mean = mean(scores, 3);
        return scores.n() == 0 || scores.n() == episodes
                ? mean
                : Cell.of(mean.text() + " (" + scores.n() + " of " + episodes + ")");
    }

    private Cell mean(SampleStatistics samples, int decimals) {
        Cell mean = Cell.number(samples.meanIfAny(), decimals);
        if (!options.columns().stddev() || samples.n() == 0) {
            return mean;
        }
        return Cell.of(
                mean.text() + " ± " + Cell.number(samples.stdIfAny(), decimals).text());
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : OptionalDouble.empty();
    }

    /** For programs: a value per column, up to six decimals. */
    Table forCsv(List<GroupSummary> groups, GroupSummary total) {
        Views<GroupSummary> views = new Views<GroupSummary>()
                .number(options.header(), g -> Cell.of(g.name().strip()))
                .number("Episodes", g -> Cell.of(g.episodes()))
                .number("Judged", g -> Cell.of(g.judged()))
                .number("Success", g -> Cell.of(g.successes()))
                .number("Success %", g -> csvPercent(g.successRate()))
                .number("LCB %", g -> csv(100 * g.interval(options.interval()).lo()))
                .number("UCB %", g -> csv(100 * g.interval(options.interval()).hi()));
        addCsv(views, "Score", "", GroupSummary::score);
        views.number("Scored", g -> Cell.of(g.score().n()));
        addCsv(views, "Score(fail)", "", GroupSummary::failedScore);
        addCsv(views, "Time", "(s)", GroupSummary::successSeconds);
        addCsv(views, "Steps", "", GroupSummary::steps);
        for (MetricInfo metric : metrics) {
            addCsv(views, metric.name(), "", g -> g.metric(metric.name()));
        }
        for (String name : options.columns().events() ? total.events().keySet() : List.<String>of()) {
            views.number(EVENT + name, g -> Cell.of(g.event(name).count()))
                    .number(
                            EVENT + name + " episodes",
                            g -> Cell.of(g.event(name).episodes()));
        }
        if (options.columns().timing()) {
            addCsv(views, "it/s", "", GroupSummary::iterationsPerSecond);
            addCsv(views, "Walltime", "(m)", g -> g.wallSeconds().scaledBy(MINUTES_PER_SECOND));
        }
        return views.table(TITLE, groups, List.of(total));
    }

    private static Cell csv(double value) {
        return Cell.csvNumber(OptionalDouble.of(value));
    }

    private void addCsv(
            Views<GroupSummary> views, String header, String unit, Function<GroupSummary, SampleStatistics> samples) {
        views.number(header + unit, g -> Cell.csvNumber(samples.apply(g).meanIfAny()));
        if (options.columns().stddev()) {
            views.number(
                    header + " std" + unit, g -> Cell.csvNumber(samples.apply(g).stdIfAny()));
        }
    }

    /** Of a row per task: how often which wrong objects were grabbed. */
    static Table wrongObjects(List<GroupSummary> groups, GroupSummary total) {
        return new Views<GroupSummary>()
                .add(Column.key(Grouping.WRONG_OBJECTS.header()), g -> Cell.of(g.name()))
                .number("Success", g -> Cell.of(g.successes() + "/" + g.judged()))
                .number("Episodes", g -> Cell.of(g.wrongObjects().episodes() + "/" + g.episodes()))
                .number("Grabs", g -> Cell.of(g.wrongObjects().total()))
                .number("In successes", g -> Cell.of(g.wrongObjects().inSuccesses()))
                .number("In failures", g -> Cell.of(g.wrongObjects().inFailures()))
                .add(Column.flexible("Objects"), SummaryTable::objects)
                .table(WRONG_OBJECTS, groups, List.of(total));
    }

    private static Cell objects(GroupSummary group) {
        String objects = group.wrongObjects().listed();
        return Cell.of(objects.isEmpty() ? Cell.NONE : objects);
    }

    /** The same for programs: a row per task and object. */
    static Table wrongObjectsForCsv(List<GroupSummary> groups) {
        List<Row> rows = new ArrayList<>();
        for (GroupSummary group : groups) {
            group.wrongObjects().objects().forEach((object, grabs) -> {
                rows.add(new Row(List.of(Cell.of(group.name()), Cell.of(object), Cell.of(grabs)), false));
            });
        }
        Column task = Column.key(Grouping.WRONG_OBJECTS.header());
        List<Column> columns = List.of(task, Column.flexible("Object"), Column.numeric("Grabs"));
        return new Table(WRONG_OBJECTS, columns, rows);
    }
}
