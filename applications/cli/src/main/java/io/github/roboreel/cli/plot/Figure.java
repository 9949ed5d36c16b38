package io.github.roboreel.cli.plot;

import java.awt.Color;
import java.awt.FontMetrics;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.jfree.chart.ChartRenderingInfo;
import org.jfree.chart.JFreeChart;
import org.jfree.chart.axis.ValueAxis;
import org.jfree.chart.plot.XYPlot;

/**
 * A picture: panels in a grid below a title, with one legend for all of them. Sizes are in points.
 *
 * @param title what it shows; may be empty
 * @param subtitle of which data; may be empty
 * @param legend may be empty
 * @param columns panels side by side
 * @param panels row by row
 * @param panelWidth width of a panel
 * @param panelHeight height of a panel
 */
record Figure(
        String title,
        String subtitle,
        List<LegendEntry> legend,
        int columns,
        List<Panel> panels,
        int panelWidth,
        int panelHeight) {
    /** Of a picture in pixels: fine enough for a screen with small pixels and for print. */
    static final int PIXELS_PER_POINT = 2;

    private static final int MARGIN = 16;
    private static final int TITLE_HEIGHT = 24;
    private static final int LINE_HEIGHT = 22;
    private static final int LEGEND_GAP = 24;

    Figure {
        legend = List.copyOf(legend);
        panels = List.copyOf(panels);
    }

    /** The same without title and subtitle, for a caption to say. */
    Figure untitled() {
        return new Figure("", "", legend, columns, panels, panelWidth, panelHeight);
    }

    /** Width of the picture. */
    int width() {
        return 2 * MARGIN + columns * panelWidth;
    }

    /** Height of the picture. */
    int height() {
        int rows = (panels.size() + columns - 1) / columns;
        return headerHeight() + rows * panelHeight + MARGIN;
    }

    /** In pixels. */
    BufferedImage render() {
        BufferedImage image =
                new BufferedImage(width() * PIXELS_PER_POINT, height() * PIXELS_PER_POINT, BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        try {
            g.scale(PIXELS_PER_POINT, PIXELS_PER_POINT);
            draw(g);
        } finally {
            g.dispose();
        }
        return image;
    }

    /** On anything, in points. */
    void draw(Graphics2D g) {
        prepare(g);
        drawHeader(g);
        drawPanels(g);
    }

    private int headerHeight() {
        return MARGIN
                + (title.isEmpty() ? 0 : TITLE_HEIGHT)
                + (subtitle.isEmpty() ? 0 : LINE_HEIGHT)
                + (legend.isEmpty() ? 0 : LINE_HEIGHT)
                + 6;
    }

    private void prepare(Graphics2D g) {
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, width(), height());
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    private void drawHeader(Graphics2D g) {
        int baseline = MARGIN + 16;
        int room = width() - 2 * MARGIN;
        if (!title.isEmpty()) {
            g.setColor(PlotLook.INK);
            g.setFont(PlotLook.TITLE);
            g.drawString(shortened(title, g.getFontMetrics(), room), MARGIN, baseline);
            baseline += TITLE_HEIGHT;
        }
        if (!subtitle.isEmpty()) {
            g.setColor(PlotLook.GRAY);
            g.setFont(PlotLook.TEXT);
            g.drawString(shortened(subtitle, g.getFontMetrics(), room), MARGIN, baseline);
            baseline += LINE_HEIGHT;
        }
        int x = MARGIN;
        for (LegendEntry entry : legend) {
            x += entry.draw(g, x, baseline) + LEGEND_GAP;
        }
    }

    private void drawPanels(Graphics2D g) {
        for (int i = 0; i < panels.size(); i++) {
            double x = MARGIN + (double) (i % columns) * panelWidth;
            double y = headerHeight() + (double) (i / columns) * panelHeight;
            panels.get(i).draw(g, new Rectangle2D.Double(x, y, panelWidth, panelHeight));
        }
    }

    /**
     * One chart of a figure.
     *
     * @param chart what to draw
     * @param equalScale whether both axes show the same length as the same distance
     */
    record Panel(JFreeChart chart, boolean equalScale) {
        void draw(Graphics2D g, Rectangle2D area) {
            if (equalScale) {
                equalise(g, area);
            }
            chart.draw(g, area);
        }

        /** The room that labels leave is known only after a first drawing, which is painted over. */
        private void equalise(Graphics2D g, Rectangle2D area) {
            ChartRenderingInfo info = new ChartRenderingInfo();
            chart.draw(g, area, info);
            Rectangle2D data = info.getPlotInfo().getDataArea();
            XYPlot plot = chart.getXYPlot();
            double perPixel = Math.max(
                    plot.getDomainAxis().getRange().getLength() / data.getWidth(),
                    plot.getRangeAxis().getRange().getLength() / data.getHeight());
            widen(plot.getDomainAxis(), perPixel * data.getWidth());
            widen(plot.getRangeAxis(), perPixel * data.getHeight());
        }

        private static void widen(ValueAxis axis, double length) {
            double centre = axis.getRange().getCentralValue();
            axis.setRange(centre - length / 2, centre + length / 2);
        }
    }

    /**
     * A sample of a line or a marker, and what it means.
     *
     * @param label what it means
     * @param color of the sample
     * @param stroke of a line's sample; null for a marker
     * @param marker centred at the origin; null for a line
     * @param filled whether the marker is filled
     */
    record LegendEntry(String label, Color color, Stroke stroke, Shape marker, boolean filled) {
        private static final int SAMPLE_WIDTH = 26;
        private static final int GAP = 7;

        static LegendEntry line(String label, Color color, Stroke stroke) {
            return new LegendEntry(label, color, stroke, null, false);
        }

        static LegendEntry marker(String label, Color color, Shape marker, boolean filled) {
            return new LegendEntry(label, color, null, marker, filled);
        }

        /** Draws it with its left end on the text's base line and returns its width. */
        int draw(Graphics2D g, int x, int baseline) {
            g.setFont(PlotLook.TEXT);
            int middle = baseline - g.getFontMetrics().getAscent() / 3;
            g.setColor(color);
            if (stroke != null) {
                g.setStroke(stroke);
                g.draw(new Line2D.Double(x, middle, x + SAMPLE_WIDTH, middle));
            } else {
                drawMarker(g, x + SAMPLE_WIDTH / 2, middle);
            }
            g.setColor(PlotLook.INK);
            g.drawString(label, x + SAMPLE_WIDTH + GAP, baseline);
            return SAMPLE_WIDTH + GAP + g.getFontMetrics().stringWidth(label);
        }

        private void drawMarker(Graphics2D g, int x, int y) {
            Shape placed = AffineTransform.getTranslateInstance(x, y).createTransformedShape(marker);
            if (filled) {
                g.fill(placed);
            } else {
                g.setStroke(PlotLook.LINE);
                g.draw(placed);
            }
        }
    }

    /** The text, or as much of its beginning as fits with three dots after it. */
    private static String shortened(String text, FontMetrics metrics, int width) {
        if (metrics.stringWidth(text) <= width) {
            return text;
        }
        int end = text.length();
        while (end > 0 && metrics.stringWidth(text.substring(0, end) + "...") > width) {
            end = text.offsetByCodePoints(end, -1);
        }
        return text.substring(0, end) + "...";
    }
}
