package io.github.roboreel.tools.plot;

import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.Shape;
import java.awt.Stroke;
import java.awt.geom.AffineTransform;
import java.awt.geom.Line2D;

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
        g.setFont(Style.TEXT);
        int middle = baseline - g.getFontMetrics().getAscent() / 3;
        g.setColor(color);
        if (stroke != null) {
            g.setStroke(stroke);
            g.draw(new Line2D.Double(x, middle, x + SAMPLE_WIDTH, middle));
        } else {
            drawMarker(g, x + SAMPLE_WIDTH / 2, middle);
        }
        g.setColor(Style.INK);
        g.drawString(label, x + SAMPLE_WIDTH + GAP, baseline);
        return SAMPLE_WIDTH + GAP + g.getFontMetrics().stringWidth(label);
    }

    private void drawMarker(Graphics2D g, int x, int y) {
        Shape placed = AffineTransform.getTranslateInstance(x, y).createTransformedShape(marker);
        if (filled) {
            g.fill(placed);
        } else {
            g.setStroke(Style.LINE);
            g.draw(placed);
        }
    }
}
