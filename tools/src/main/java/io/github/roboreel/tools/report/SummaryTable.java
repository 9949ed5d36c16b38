package io.github.roboreel.tools.report;

import io.github.roboreel.tools.report.Table.View;
import io.github.roboreel.tools.statistics.Interval;
import io.github.roboreel.tools.statistics.Samples;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.Function;

/** A row per group: how often it succeeded, how well, how long, how smoothly. */
final class SummaryTable {
    /** What heads the columns of events for programs. */
    static final String EVENT = "events.";

    private static final int SECONDS_PER_MINUTE = 60;

    private final ReportOptions options;
    private final List<MetricColumn> metrics;

    /** @param metrics the columns of metrics, where these are shown */
    SummaryTable(ReportOptions options, List<MetricColumn> metrics) {
        this.options = options;
        this.metrics = metrics;
    }

    /** For people: rounded, and only what was asked for. */
    Table forPeople(List<GroupSummary> groups, GroupSummary total) {
        List<View<GroupSummary>> views = new ArrayList<>();
        views.add(new View<>(Column.key(options.header()), g -> Cell.of(g.name())));
        add(views, "Success", g -> Cell.of(g.successes() + "/" + g.judged()));
        add(views, "%", g -> percent(g.successRate()));
        add(views, "95% CI", g -> Cell.of(range(g.interval(options.interval()))));
        if (total.notJudged() > 0) {
            add(views, "n/a", g -> Cell.of(g.notJudged()));
        }
        add(views, "Score", g -> mean(g.score(), 3));
        if (options.stddev()) {
            add(views, "Score(fail)", g -> mean(g.failedScore(), 3));
        }
        add(views, "Time s", g -> mean(g.successSeconds(), 2));
        add(views, "Steps", g -> mean(g.steps(), 1));
        if (options.metrics()) {
            addMetrics(views);
        }
        if (options.events()) {
            total.events()
                    .keySet()
                    .forEach(n -> add(views, n, g -> Cell.of(g.event(n).count())));
        }
        if (options.timing()) {
            add(views, "it/s", g -> mean(g.iterationsPerSecond(), 2));
            add(views, "Wall min", g -> mean(inMinutes(g.wallSeconds()), 1));
        }
        return Table.of("Summary", views, groups, List.of(total));
    }

    private void addMetrics(List<View<GroupSummary>> views) {
        for (MetricColumn metric : metrics) {
            add(views, metric.header(), g -> mean(metric.scaled(g.metric(metric.name())), metric.decimals()));
        }
    }

    private static void add(List<View<GroupSummary>> views, String header, Function<GroupSummary, Cell> cell) {
        views.add(new View<>(Column.numeric(header), cell));
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

    private Cell mean(Samples samples, int decimals) {
        Cell mean = Cell.number(samples.meanIfAny(), decimals);
        if (!options.stddev() || samples.n() == 0) {
            return mean;
        }
        return Cell.of(
                mean.text() + " ± " + Cell.number(samples.stdIfAny(), decimals).text());
    }

    private static Samples inMinutes(Samples seconds) {
        return seconds.scaledBy(1.0 / SECONDS_PER_MINUTE);
    }

    private static OptionalDouble scaled(OptionalDouble value, double factor) {
        return value.isPresent() ? OptionalDouble.of(value.getAsDouble() * factor) : OptionalDouble.empty();
    }

    /** For programs: a value per column, up to six decimals. */
    Table forCsv(List<GroupSummary> groups, GroupSummary total) {
        List<View<GroupSummary>> views = new ArrayList<>();
        add(views, options.header(), g -> Cell.of(g.name().strip()));
        add(views, "Episodes", g -> Cell.of(g.episodes()));
        add(views, "Judged", g -> Cell.of(g.judged()));
        add(views, "Success", g -> Cell.of(g.successes()));
        add(views, "Success %", g -> csvPercent(g.successRate()));
        add(views, "LCB %", g -> csv(100 * g.interval(options.interval()).lo()));
        add(views, "UCB %", g -> csv(100 * g.interval(options.interval()).hi()));
        addCsv(views, "Score", "", GroupSummary::score);
        addCsv(views, "Score(fail)", "", GroupSummary::failedScore);
        addCsv(views, "Time", "(s)", GroupSummary::successSeconds);
        addCsv(views, "Steps", "", GroupSummary::steps);
        if (options.metrics()) {
            for (MetricColumn metric : metrics) {
                addCsv(views, metric.name(), "", g -> g.metric(metric.name()));
            }
        }
        if (options.events()) {
            for (String name : total.events().keySet()) {
                add(views, EVENT + name, g -> Cell.of(g.event(name).count()));
                add(
                        views,
                        EVENT + name + " episodes",
                        g -> Cell.of(g.event(name).episodes()));
            }
        }
        if (options.timing()) {
            addCsv(views, "it/s", "", GroupSummary::iterationsPerSecond);
            addCsv(views, "Walltime", "(m)", g -> inMinutes(g.wallSeconds()));
        }
        return Table.of("Summary", views, groups, List.of(total));
    }

    private static Cell csv(double value) {
        return Cell.csvNumber(OptionalDouble.of(value));
    }

    private void addCsv(
            List<View<GroupSummary>> views, String header, String unit, Function<GroupSummary, Samples> samples) {
        add(views, header + unit, g -> Cell.csvNumber(samples.apply(g).meanIfAny()));
        if (options.stddev()) {
            add(
                    views,
                    header + " std" + unit,
                    g -> Cell.csvNumber(samples.apply(g).stdIfAny()));
        }
    }
}
