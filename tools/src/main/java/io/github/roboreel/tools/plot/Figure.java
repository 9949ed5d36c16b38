package io.github.roboreel.tools.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

/**
 * A picture: panels in a grid below a title, with one legend for all of them. Sizes are in points
 * of {@link #PIXELS_PER_POINT} pixels.
 *
 * @param title what it shows
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
    /** Fine enough for a screen with small pixels and for print. */
    static final int PIXELS_PER_POINT = 2;

    private static final int MARGIN = 16;
    private static final int TITLE_HEIGHT = 24;
    private static final int LINE_HEIGHT = 22;
    private static final int LEGEND_GAP = 24;

    Figure {
        legend = List.copyOf(legend);
        panels = List.copyOf(panels);
    }

    /** Width of the picture in pixels. */
    int widthPixels() {
        return (2 * MARGIN + columns * panelWidth) * PIXELS_PER_POINT;
    }

    /** Height of the picture in pixels. */
    int heightPixels() {
        int rows = (panels.size() + columns - 1) / columns;
        return (headerHeight() + rows * panelHeight + MARGIN) * PIXELS_PER_POINT;
    }

    BufferedImage render() {
        BufferedImage image =
                new BufferedImage(widthPixels(), heightPixels(), BufferedImage.TYPE_INT_RGB);
        Graphics2D g = image.createGraphics();
        try {
            prepare(g);
            drawHeader(g);
            drawPanels(g);
        } finally {
            g.dispose();
        }
        return image;
    }

    private int headerHeight() {
        return MARGIN
                + TITLE_HEIGHT
                + (subtitle.isEmpty() ? 0 : LINE_HEIGHT)
                + (legend.isEmpty() ? 0 : LINE_HEIGHT)
                + 6;
    }

    private void prepare(Graphics2D g) {
        g.setColor(Color.WHITE);
        g.fillRect(0, 0, widthPixels(), heightPixels());
        g.scale(PIXELS_PER_POINT, PIXELS_PER_POINT);
        g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
        g.setRenderingHint(
                RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
        g.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
    }

    private void drawHeader(Graphics2D g) {
        int baseline = MARGIN + 16;
        int room = widthPixels() / PIXELS_PER_POINT - 2 * MARGIN;
        g.setColor(Style.INK);
        g.setFont(Style.TITLE);
        g.drawString(Shortening.toWidth(title, g.getFontMetrics(), room), MARGIN, baseline);
        baseline += TITLE_HEIGHT;
        if (!subtitle.isEmpty()) {
            g.setColor(Style.GRAY);
            g.setFont(Style.TEXT);
            g.drawString(Shortening.toWidth(subtitle, g.getFontMetrics(), room), MARGIN, baseline);
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
}
