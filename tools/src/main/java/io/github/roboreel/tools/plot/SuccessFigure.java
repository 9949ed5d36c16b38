package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.Interval;
import io.github.roboreel.tools.RateInterval;
import java.awt.Color;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;

/** Success rate of each task with its 95 % credible interval. */
final class SuccessFigure {
    private static final int WIDTH = 960;
    private static final int ROW_HEIGHT = 38;
    private static final int AXIS_HEIGHT = 64;
    private static final Color INTERVAL = Style.translucent(Style.BLUE, 140);
    private static final Color PRIOR = Style.translucent(Style.BLUE, 50);
    private static final int LONGEST_NAME = 44;

    private SuccessFigure() {}

    /** Tasks from top to bottom; below more than one, all together. */
    static Figure of(String folder, List<TaskRate> tasks, RateInterval kind) {
        List<TaskRate> rows = new ArrayList<>(tasks);
        if (tasks.size() > 1) {
            rows.add(tasks.stream().reduce(new TaskRate("all tasks", 0, 0, 0), TaskRate::plus));
        }
        XYPlot plot =
                new XYPlot(
                        null,
                        rateAxis(),
                        labels(rows.stream().map(row -> shortened(row.name()))),
                        null);
        Style.look(plot);
        plot.setRangeAxis(1, labels(rows.stream().map(SuccessFigure::counts)));
        plot.setRangeAxisLocation(1, AxisLocation.BOTTOM_OR_RIGHT);
        plot.setRangeGridlinesVisible(false);
        for (int row = 0; row < rows.size(); row++) {
            addRow(plot, rows.get(row), row, kind);
        }
        int height = AXIS_HEIGHT + ROW_HEIGHT * rows.size();
        return new Figure(
                "Success rate",
                folder,
                List.of(
                        LegendEntry.marker(
                                "successes / judged episodes", Style.BLUE, Markers.circle(5), true),
                        LegendEntry.line(
                                "95 % credible interval ("
                                        + kind.description()
                                        + ", uniform prior)",
                                INTERVAL,
                                Style.rounded(3))),
                1,
                List.of(new Panel(Style.chart("", plot), false)),
                WIDTH,
                height);
    }

    private static NumberAxis rateAxis() {
        NumberAxis axis = Style.bottomAxis("success rate");
        axis.setRange(-0.02, 1.02);
        axis.setTickUnit(Ticks.percent());
        return axis;
    }

    private static SymbolAxis labels(Stream<String> texts) {
        SymbolAxis axis = new SymbolAxis(null, texts.toArray(String[]::new));
        Style.look(axis);
        axis.setTickLabelFont(Style.TEXT);
        axis.setInverted(true);
        axis.setGridBandsVisible(false);
        axis.setRange(-0.6, axis.getSymbols().length - 0.4);
        return axis;
    }

    /** Names begin alike more often than they end alike. */
    private static String shortened(String name) {
        return name.length() <= LONGEST_NAME
                ? name
                : name.substring(0, LONGEST_NAME / 2 - 1)
                        + "..."
                        + name.substring(name.length() - LONGEST_NAME / 2 + 2);
    }

    private static void addRow(XYPlot plot, TaskRate task, int row, RateInterval kind) {
        Interval interval = kind.of(task.successes(), task.judged());
        double[] y = {row, row};
        Series.line(
                plot,
                new double[] {interval.lo(), interval.hi()},
                y,
                task.judged() == 0 ? PRIOR : INTERVAL,
                Style.rounded(task.name().equals("all tasks") ? 5f : 3f));
        if (task.judged() > 0) {
            double rate = (double) task.successes() / task.judged();
            Series.markers(
                    plot,
                    new double[] {rate},
                    new double[] {row},
                    Style.BLUE,
                    Markers.circle(5),
                    true);
        }
    }

    private static String counts(TaskRate task) {
        String judged =
                task.judged() == 0
                        ? "none judged"
                        : String.format(
                                Locale.ROOT,
                                "%d / %d = %.0f %%",
                                task.successes(),
                                task.judged(),
                                100.0 * task.successes() / task.judged());
        return task.unjudged() == 0 ? judged : judged + ", " + task.unjudged() + " without verdict";
    }
}
