package io.github.roboreel.tools.plot;

import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.IOException;

/** Finds out before anything is drawn whether this machine can draw text. */
final class Fonts {
    private Fonts() {}

    /**
     * Draws a letter.
     *
     * @throws IOException saying what to install, when there is no font
     */
    static void require() throws IOException {
        try {
            Graphics2D g = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB).createGraphics();
            g.setFont(Style.TEXT);
            g.drawString("x", 0, 1);
            g.dispose();
        } catch (RuntimeException | InternalError | LinkageError e) {
            // What the JDK throws without fontconfig, fonts or FreeType depends on its version.
            throw new IOException(
                    "text cannot be drawn because this machine has no fonts for Java ("
                            + rootOf(e).getMessage()
                            + "); install fontconfig and fonts-dejavu-core",
                    e);
        }
    }

    private static Throwable rootOf(Throwable fault) {
        Throwable root = fault;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
