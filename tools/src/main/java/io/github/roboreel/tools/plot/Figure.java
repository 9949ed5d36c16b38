package io.github.roboreel.tools.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.util.List;

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
            g.setColor(Style.INK);
            g.setFont(Style.TITLE);
            g.drawString(Shortening.toWidth(title, g.getFontMetrics(), room), MARGIN, baseline);
            baseline += TITLE_HEIGHT;
        }
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
