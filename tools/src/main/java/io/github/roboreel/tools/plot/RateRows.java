package io.github.roboreel.tools.plot;

import io.github.roboreel.tools.plot.Comparison.TaskRate;
import io.github.roboreel.tools.plot.Figure.Panel;
import io.github.roboreel.tools.plot.Style.Markers;
import java.awt.Color;
import java.util.List;
import java.util.stream.Stream;
import org.jfree.chart.axis.AxisLocation;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.SymbolAxis;
import org.jfree.chart.plot.XYPlot;

/** A plot with a row per task and series: a value with an interval, and its text at the right. */
final class RateRows {
    private static final int ROW_HEIGHT = 38;
    private static final int AXIS_HEIGHT = 64;
    private static final int LONGEST_NAME = 44;
    private static final int INTERVAL_ALPHA = 140;

    private final XYPlot plot;

    RateRows(NumberAxis values, Stream<String> names, Stream<String> texts) {
        plot = new XYPlot(null, values, labels(names.map(RateRows::shortened)), null);
        Style.look(plot);
        plot.setRangeAxis(1, labels(texts));
        plot.setRangeAxisLocation(1, AxisLocation.BOTTOM_OR_RIGHT);
        plot.setRangeGridlinesVisible(false);
    }

    static int height(int rows) {
        return AXIS_HEIGHT + ROW_HEIGHT * rows;
    }

    static Color intervalColor(Color color) {
        return Style.translucent(color, INTERVAL_ALPHA);
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

    void interval(int row, double lo, double hi, Color color, float width) {
        Series.line(plot, new double[] {lo, hi}, new double[] {row, row}, color, Style.rounded(width));
    }

    void value(int row, double value, Color color) {
        Series.markers(plot, new double[] {value}, new double[] {row}, color, Markers.circle(5), true);
    }

    Panel panel(String title) {
        return new Panel(Style.chart(title, plot), false);
    }

    /** Colours differ by series; the rows' names say which is which. */
    static Color color(TaskRate row) {
        return Style.series(row.series());
    }

    /** Of samples in the legend, which stand for all series. */
    static Color legendColor(List<TaskRate> rows) {
        return rows.stream().allMatch(r -> r.series() == 0) ? Style.series(0) : Style.INK;
    }
}
