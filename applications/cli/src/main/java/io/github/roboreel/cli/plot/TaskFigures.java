package io.github.roboreel.cli.plot;

import io.github.roboreel.cli.plot.Comparison.TaskRate;
import io.github.roboreel.cli.plot.Figure.LegendEntry;
import io.github.roboreel.cli.plot.Figure.Panel;
import io.github.roboreel.cli.plot.PlotLook.Markers;
import io.github.roboreel.cli.plot.PlotLook.Ticks;
import io.github.roboreel.tools.confidence.Interval;
import io.github.roboreel.tools.confidence.RateInterval;
import io.github.roboreel.tools.confidence.SampleStatistics;
import java.awt.Color;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * Figures with a row per task and series, from top to bottom: a value with its 95 % interval, and its text at the
 * right.
 */
final class TaskFigures {
    private static final int WIDTH = 960;
    private static final int ROW_HEIGHT = 38;
    private static final int AXIS_HEIGHT = 64;
    private static final int MAX_NAME = 44;
    private static final int INTERVAL_ALPHA = 140;
    private static final int PRIOR_ALPHA = 50;

    private TaskFigures() {}

    /**
     * A quantity of each task.
     *
     * @param title of its panel
     * @param axis of its values
     * @param text what stands at the right of a task's row
     * @param mark what is drawn in it
     */
    private record Quantity(
            String title, NumberAxis axis, Function<TaskRate, String> text, Function<TaskRate, Mark> mark) {}

    /**
     * A value and its interval.
     *
     * @param value empty when nothing was measured; the interval is faint then
     * @param interval empty when there is none
     * @param width of the interval's line
     */
    private record Mark(OptionalDouble value, Optional<Interval> interval, float width) {}

    /** Success rate of each task with its 95 % credible interval. */
    static Figure successRates(String subtitle, List<TaskRate> rows, RateInterval kind) {
        NumberAxis axis = PlotLook.bottomAxis("success rate");
        axis.setRange(-0.02, 1.02);
        axis.setTickUnit(Ticks.percent());
        return figure(
                "Success rate",
                subtitle,
                rows,
                "successes / judged episodes",
                "95 % credible interval (" + kind.description() + ", uniform prior)",
                List.of(new Quantity("", axis, TaskFigures::counts, task -> rate(task, kind))),
                height(rows));
    }

    private static Mark rate(TaskRate task, RateInterval kind) {
        return new Mark(
                task.judged() == 0
                        ? OptionalDouble.empty()
                        : OptionalDouble.of((double) task.successes() / task.judged()),
                Optional.of(kind.of(task.successes(), task.judged())),
                task.name().startsWith(Comparison.ALL_TASKS) ? 5f : 3f);
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

    /** Mean score and time to success of each task with their 95 % confidence intervals. */
    static Figure means(String subtitle, List<TaskRate> rows) {
        return figure(
                "Score and time",
                subtitle,
                rows,
                "mean (episodes)",
                "95 % confidence interval of the mean (Student)",
                List.of(
                        new Quantity(
                                "score",
                                meanAxis("score, a success counts as 1"),
                                TaskFigures::scoreText,
                                task -> meanMark(task.score(), task.score().unitInterval(RateInterval.LEVEL))),
                        new Quantity(
                                "time of the successes",
                                meanAxis("time (s)"),
                                task -> meanText(task.successSeconds(), ""),
                                task -> meanMark(
                                        task.successSeconds(),
                                        task.successSeconds().studentInterval(RateInterval.LEVEL)))),
                height(rows) + 20);
    }

    private static NumberAxis meanAxis(String unit) {
        NumberAxis axis = PlotLook.bottomAxis(unit);
        axis.setAutoRangeStickyZero(false);
        return axis;
    }

    /** Says so where fewer have a score than there are. */
    private static String scoreText(TaskRate task) {
        int episodes = task.judged() + task.unjudged();
        return meanText(task.score(), task.score().n() < episodes ? " of " + episodes : "");
    }

    private static String meanText(SampleStatistics values, String ofHowMany) {
        return values.n() == 0
                ? "none"
                : String.format(Locale.ROOT, "%.3f (%d%s)", values.mean(), values.n(), ofHowMany);
    }

    private static Mark meanMark(SampleStatistics values, Optional<Interval> interval) {
        OptionalDouble mean = values.n() == 0 ? OptionalDouble.empty() : OptionalDouble.of(values.mean());
        return new Mark(mean, interval, 3f);
    }

    private static Figure figure(
            String title,
            String subtitle,
            List<TaskRate> rows,
            String valueLabel,
            String intervalLabel,
            List<Quantity> quantities,
            int panelHeight) {
        // Samples in the legend stand for all series.
        Color sample = rows.stream().allMatch(r -> r.series() == 0) ? PlotLook.series(0) : PlotLook.INK;
        return new Figure(
                title,
                subtitle,
                List.of(
                        LegendEntry.marker(valueLabel, sample, Markers.circle(5), true),
                        LegendEntry.line(
                                intervalLabel, PlotLook.translucent(sample, INTERVAL_ALPHA), PlotLook.rounded(3))),
                1,
                quantities.stream().map(quantity -> panel(quantity, rows)).toList(),
                WIDTH,
                panelHeight);
    }

    private static int height(List<TaskRate> rows) {
        return AXIS_HEIGHT + ROW_HEIGHT * rows.size();
    }

    private static Panel panel(Quantity quantity, List<TaskRate> rows) {
        SymbolAxis names = labels(rows.stream().map(row -> shortened(row.name())));
        XYPlot plot = new XYPlot(null, quantity.axis(), names, null);
        PlotLook.look(plot);
        plot.setRangeAxis(1, labels(rows.stream().map(quantity.text())));
        plot.setRangeAxisLocation(1, AxisLocation.BOTTOM_OR_RIGHT);
        plot.setRangeGridlinesVisible(false);
        for (int row = 0; row < rows.size(); row++) {
            // Colours differ by series; the rows' names say which is which.
            add(
                    plot,
                    row,
                    quantity.mark().apply(rows.get(row)),
                    PlotLook.series(rows.get(row).series()));
        }
        return new Panel(PlotLook.chart(quantity.title(), plot), false);
    }

    private static SymbolAxis labels(Stream<String> texts) {
        SymbolAxis axis = new SymbolAxis(null, texts.toArray(String[]::new));
        PlotLook.look(axis);
        axis.setTickLabelFont(PlotLook.TEXT);
        axis.setInverted(true);
        axis.setGridBandsVisible(false);
        axis.setRange(-0.6, axis.getSymbols().length - 0.4);
        return axis;
    }

    /** Names begin alike more often than they end alike. */
    private static String shortened(String name) {
        return name.length() <= MAX_NAME
                ? name
                : name.substring(0, MAX_NAME / 2 - 1) + "..." + name.substring(name.length() - MAX_NAME / 2 + 2);
    }

    private static void add(XYPlot plot, int row, Mark mark, Color color) {
        Color faint = PlotLook.translucent(color, mark.value().isPresent() ? INTERVAL_ALPHA : PRIOR_ALPHA);
        mark.interval()
                .ifPresent(at -> Series.line(
                        plot,
                        new double[] {at.lo(), at.hi()},
                        new double[] {row, row},
                        faint,
                        PlotLook.rounded(mark.width())));
        mark.value()
                .ifPresent(value ->
                        Series.markers(plot, new double[] {value}, new double[] {row}, color, Markers.circle(5), true));
    }
}
