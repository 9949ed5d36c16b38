package io.github.roboreel.cli.plot;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.Axis;
import org.jfree.chart.axis.NumberAxis;
import org.jfree.chart.axis.NumberTickUnit;
import org.jfree.chart.axis.TickUnits;
import org.jfree.chart.plot.DatasetRenderingOrder;
import org.jfree.chart.plot.Plot;
import org.jfree.chart.plot.XYPlot;
import org.jfree.chart.title.TextTitle;
import org.jfree.chart.ui.HorizontalAlignment;
import org.jfree.chart.ui.RectangleInsets;

/**
 * The look of all plots. Colours are those of M. Okabe and K. Ito, "Color Universal Design", 2008: people with any kind
 * of colour vision can tell them apart.
 */
final class PlotLook {
    static final Color BLUE = new Color(0x0072B2);
    static final Color ORANGE = new Color(0xE69F00);
    static final Color GREEN = new Color(0x009E73);
    static final Color VERMILLION = new Color(0xD55E00);
    static final Color GRAY = new Color(0x7A7A7A);
    static final Color INK = new Color(0x222222);

    static final Font TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 18);
    static final Font PANEL_TITLE = new Font(Font.SANS_SERIF, Font.BOLD, 12);
    static final Font TEXT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);
    static final Font TICKS = new Font(Font.SANS_SERIF, Font.PLAIN, 11);

    static final Stroke LINE = rounded(1.8f);
    static final Stroke THIN = rounded(1.0f);
    static final Stroke DASHED =
            new BasicStroke(1.6f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_ROUND, 1, new float[] {5f, 3f}, 0);

    static final Stroke DOTTED =
            new BasicStroke(1.6f, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND, 1, new float[] {0.1f, 3.4f}, 0);

    private static final Color[] SERIES = {
        BLUE, VERMILLION, GREEN, ORANGE, new Color(0xCC79A7), new Color(0x56B4E9), INK
    };

    private static final double SIDE_WIDTH = 62;
    private static final Color GRID = new Color(0xE3E3E3);
    private static final Color FRAME = new Color(0xB0B0B0);

    private PlotLook() {}

    static Stroke rounded(float width) {
        return new BasicStroke(width, BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND);
    }

    static Color translucent(Color color, int alpha) {
        return new Color(color.getRed(), color.getGreen(), color.getBlue(), alpha);
    }

    /** A colour per series; where there are more series than colours, they come again. */
    static Color series(int index) {
        return SERIES[index % SERIES.length];
    }

    /** An axis of numbers at the bottom. */
    static NumberAxis bottomAxis(String label) {
        NumberAxis axis = axis(label);
        axis.setTickLabelInsets(new RectangleInsets(3, 12, 3, 12));
        return axis;
    }

    private static NumberAxis axis(String label) {
        NumberAxis axis = new NumberAxis(label);
        axis.setStandardTickUnits(Ticks.decimal());
        axis.setAutoRangeIncludesZero(false);
        look(axis);
        return axis;
    }

    /** From the start of the episode to its last row. */
    static NumberAxis timeAxis(EpisodeTrace episode, int rows) {
        NumberAxis axis = bottomAxis("time (s)");
        axis.setRange(0, episode.seconds(rows) * 1.01);
        return axis;
    }

    /** An axis of numbers at the left. */
    static NumberAxis leftAxis(String label) {
        NumberAxis axis = axis(label);
        axis.setTickLabelInsets(new RectangleInsets(9, 5, 9, 5));
        return axis;
    }

    /** The same for panels one below the other: labels take the same room in each. */
    static NumberAxis alignedLeftAxis(String label) {
        NumberAxis axis = leftAxis(label);
        axis.setFixedDimension(SIDE_WIDTH);
        return axis;
    }

    static void look(Axis axis) {
        axis.setLabelFont(TEXT);
        axis.setLabelPaint(INK);
        axis.setTickLabelFont(TICKS);
        axis.setTickLabelPaint(INK);
        axis.setAxisLinePaint(FRAME);
        axis.setTickMarkPaint(FRAME);
    }

    static void look(XYPlot plot) {
        frame(plot);
        plot.setDomainGridlinePaint(GRID);
        plot.setRangeGridlinePaint(GRID);
        plot.setDomainGridlineStroke(THIN);
        plot.setRangeGridlineStroke(THIN);
        plot.setDatasetRenderingOrder(DatasetRenderingOrder.FORWARD);
        plot.setAxisOffset(new RectangleInsets(0, 0, 0, 0));
    }

    private static void frame(Plot plot) {
        plot.setBackgroundPaint(Color.WHITE);
        plot.setOutlinePaint(FRAME);
        plot.setInsets(new RectangleInsets(2, 2, 2, 10));
    }

    /** A chart without a legend; the figure has one for all its charts. */
    static JFreeChart chart(String title, Plot plot) {
        JFreeChart chart = new JFreeChart(null, PANEL_TITLE, plot, false);
        chart.setBackgroundPaint(Color.WHITE);
        if (!title.isEmpty()) {
            TextTitle heading = new TextTitle(title, PANEL_TITLE);
            heading.setPaint(INK);
            heading.setHorizontalAlignment(HorizontalAlignment.CENTER);
            heading.setPadding(4, 0, 2, 0);
            chart.setTitle(heading);
        }
        return chart;
    }

    /** Distances between the ticks of an axis: 1, 2 or 5 times a power of ten. */
    static final class Ticks {
        private static final int MIN_EXPONENT = -9;
        private static final int MAX_EXPONENT = 9;
        private static final int[] LEADING_DIGITS = {1, 2, 5};

        private Ticks() {}

        /** All labels of an axis have the same number of decimals, in every locale. */
        static TickUnits decimal() {
            TickUnits units = new TickUnits();
            for (int exponent = MIN_EXPONENT; exponent <= MAX_EXPONENT; exponent++) {
                for (int digit : LEADING_DIGITS) {
                    double size = Double.parseDouble(digit + "e" + exponent);
                    units.add(new NumberTickUnit(size, format(Math.max(0, -exponent)), 2));
                }
            }
            return units;
        }

        /** Every 20 %, of a rate from 0 to 1. */
        static NumberTickUnit percent() {
            return new NumberTickUnit(0.2, new DecimalFormat("0 %", symbols()), 2);
        }

        static DecimalFormat format(int decimals) {
            return new DecimalFormat(decimals == 0 ? "0" : "0." + "0".repeat(decimals), symbols());
        }

        private static DecimalFormatSymbols symbols() {
            return DecimalFormatSymbols.getInstance(Locale.ROOT);
        }
    }

    /** Shapes centred at the origin. */
    static final class Markers {
        private Markers() {}

        static Shape circle(double radius) {
            return new Ellipse2D.Double(-radius, -radius, 2 * radius, 2 * radius);
        }

        static Shape square(double half) {
            return new Rectangle2D.Double(-half, -half, 2 * half, 2 * half);
        }

        static Shape diamond(double half) {
            Path2D path = new Path2D.Double();
            path.moveTo(0, -half);
            path.lineTo(half, 0);
            path.lineTo(0, half);
            path.lineTo(-half, 0);
            path.closePath();
            return path;
        }
    }
}
