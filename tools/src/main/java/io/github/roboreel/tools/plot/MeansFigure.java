package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.plot.Comparison.TaskRate;
import io.github.roboreel.tools.plot.Figure.LegendEntry;
import io.github.roboreel.tools.plot.Figure.Panel;
import io.github.roboreel.tools.plot.Style.Markers;
import io.github.roboreel.tools.statistics.Interval;
import io.github.roboreel.tools.statistics.RateInterval;
import io.github.roboreel.tools.statistics.Samples;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import org.jfree.chart.axis.NumberAxis;

/** Mean score and time to success of each task with their 95 % confidence intervals. */
final class MeansFigure {
    private static final int WIDTH = 960;

    private MeansFigure() {}

    /** Rows from top to bottom. */
    static Figure of(String subtitle, List<TaskRate> rows) {
        return new Figure(
                "Score and time",
                subtitle,
                List.of(
                        LegendEntry.marker("mean (episodes)", RateRows.legendColor(rows), Markers.circle(5), true),
                        LegendEntry.line(
                                "95 % confidence interval of the mean (Student)",
                                RateRows.intervalColor(RateRows.legendColor(rows)), Style.rounded(3))),
                1,
                List.of(
                        panel("score", "score, a success counts as 1", TaskRate::score, rows),
                        panel("time of the successes", "time (s)", TaskRate::successSeconds, rows)),
                WIDTH,
                RateRows.height(rows.size()) + 20);
    }

    private static Panel panel(String title, String axis, Function<TaskRate, Samples> samples, List<TaskRate> rows) {
        NumberAxis values = Style.bottomAxis(axis);
        values.setAutoRangeStickyZero(false);
        RateRows plot = new RateRows(
                values, rows.stream().map(TaskRate::name), rows.stream().map(row -> text(samples.apply(row))));
        for (int row = 0; row < rows.size(); row++) {
            Samples measured = samples.apply(rows.get(row));
            Color color = RateRows.color(rows.get(row));
            Optional<Interval> interval = measured.studentInterval(RateInterval.LEVEL);
            if (interval.isPresent()) {
                plot.interval(row, interval.get().lo(), interval.get().hi(), RateRows.intervalColor(color), 3f);
            }
            if (measured.n() > 0) {
                plot.value(row, measured.mean(), color);
            }
        }
        return plot.panel(title);
    }

    private static String text(Samples values) {
        return values.n() == 0 ? "none" : String.format(Locale.ROOT, "%.3f (%d)", values.mean(), values.n());
    }
}
