package io.github.roboreel.cli.plot;

import java.awt.FontMetrics;

/** Makes text fit. */
final class Shortening {
    private Shortening() {}

    /** The text, or as much of its beginning as fits with three dots after it. */
    static String toWidth(String text, FontMetrics metrics, int width) {
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
