package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.plot.Comparison.TaskRate;
import io.github.roboreel.tools.plot.Figure.LegendEntry;
import io.github.roboreel.tools.plot.Style.Markers;
import io.github.roboreel.tools.plot.Style.Ticks;
import io.github.roboreel.tools.statistics.Interval;
import io.github.roboreel.tools.statistics.RateInterval;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import org.jfree.chart.axis.NumberAxis;

/** Success rate of each task with its 95 % credible interval. */
final class SuccessFigure {
    private static final int WIDTH = 960;
    private static final int PRIOR_ALPHA = 50;

    private SuccessFigure() {}

    /** Rows from top to bottom. */
    static Figure of(String subtitle, List<TaskRate> rows, RateInterval kind) {
        RateRows plot = new RateRows(
                rateAxis(), rows.stream().map(TaskRate::name), rows.stream().map(SuccessFigure::counts));
        for (int row = 0; row < rows.size(); row++) {
            addRow(plot, rows.get(row), row, RateRows.color(rows.get(row)), kind);
        }
        return new Figure(
                "Success rate",
                subtitle,
                List.of(
                        LegendEntry.marker(
                                "successes / judged episodes", RateRows.legendColor(rows), Markers.circle(5), true),
                        LegendEntry.line(
                                "95 % credible interval (" + kind.description() + ", uniform prior)",
                                RateRows.intervalColor(RateRows.legendColor(rows)),
                                Style.rounded(3))),
                1,
                List.of(plot.panel("")),
                WIDTH,
                RateRows.height(rows.size()));
    }

    private static NumberAxis rateAxis() {
        NumberAxis axis = Style.bottomAxis("success rate");
        axis.setRange(-0.02, 1.02);
        axis.setTickUnit(Ticks.percent());
        return axis;
    }

    private static void addRow(RateRows plot, TaskRate task, int row, Color color, RateInterval kind) {
        Interval interval = kind.of(task.successes(), task.judged());
        plot.interval(
                row,
                interval.lo(),
                interval.hi(),
                task.judged() == 0 ? Style.translucent(color, PRIOR_ALPHA) : RateRows.intervalColor(color),
                task.name().startsWith(Comparison.ALL_TASKS) ? 5f : 3f);
        if (task.judged() > 0) {
            plot.value(row, (double) task.successes() / task.judged(), color);
        }
    }

    private static String counts(TaskRate task) {
        String judged = task.judged() == 0
                ? "none judged"
                : String.format(
                        Locale.ROOT,
                        "%d / %d = %.0f %%",
                        task.successes(),
                        task.judged(),
                        100.0 * task.successes() / task.judged());
        String timeouts = task.timeouts() == 0
                ? ""
                : ", " + task.timeouts() + (task.timeouts() == 1 ? " time-out" : " time-outs");
        String unjudged = task.unjudged() == 0 ? "" : ", " + task.unjudged() + " without verdict";
        return judged + timeouts + unjudged;
    }
}
