package io.github.roboreel.cli.plot;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.Arrays;

/** What can be said of a picture without looking at it. */
final class Pictures {
    private static final int RGB = 0xFFFFFF;
    private static final int WHITE = RGB;
    private static final int SOME_COLORS = 5;

    private Pictures() {}

    /** How many pixels have exactly this colour. */
    static long count(BufferedImage image, Color color) {
        return count(pixels(image), color.getRGB() & RGB);
    }

    /** On white paper there is ink in every quarter, and not too much of it. */
    static void requireDrawn(String what, BufferedImage image) {
        int[] all = pixels(image);
        assertEquals(WHITE, all[0], what);
        double ink = 1 - (double) count(all, WHITE) / all.length;
        assertTrue(ink > 0.005 && ink < 0.5, what + " has ink on " + ink);
        int width = image.getWidth() / 2;
        int height = image.getHeight() / 2;
        for (int quarter = 0; quarter < 4; quarter++) {
            BufferedImage part = image.getSubimage(quarter % 2 * width, quarter / 2 * height, width, height);
            long colors =
                    Arrays.stream(pixels(part)).distinct().limit(SOME_COLORS).count();
            assertEquals(SOME_COLORS, colors, what + " is blank in quarter " + quarter);
        }
    }

    private static long count(int[] pixels, int rgb) {
        return Arrays.stream(pixels).filter(pixel -> pixel == rgb).count();
    }

    private static int[] pixels(BufferedImage image) {
        int[] pixels = image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] &= RGB;
        }
        return pixels;
    }
}
