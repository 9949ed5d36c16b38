package com.example;

import io.github.roboreel.simulation.ImageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import org.dyn4j.geometry.Vector2;

/** Draws the table as a camera above it sees it: x to the right, y up. */
final class TopCamera {
    private final BufferedImage image;
    private final double pixelsPerMetre;

    TopCamera(ImageSize size) {
        image = new BufferedImage(size.widthPixels(), size.heightPixels(), BufferedImage.TYPE_INT_RGB);
        pixelsPerMetre = Math.min(image.getWidth(), image.getHeight()) / (2 * PusherWorld.HALF_TABLE);
    }

    void draw(PusherWorld world) {
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            disc(graphics, world.goal(), PusherWorld.GOAL_RADIUS, Color.GREEN);
            disc(graphics, world.puck(), PusherWorld.PUCK_RADIUS, Color.RED);
            disc(graphics, world.pusher(), PusherWorld.PUSHER_RADIUS, Color.BLUE);
        } finally {
            graphics.dispose();
        }
    }

    private void disc(Graphics2D graphics, Vector2 centre, double radius, Color color) {
        double x = image.getWidth() / 2.0 + pixelsPerMetre * (centre.x - radius);
        double y = image.getHeight() / 2.0 - pixelsPerMetre * (centre.y + radius);
        double diameter = 2 * pixelsPerMetre * radius;
        graphics.setColor(color);
        graphics.fill(new Ellipse2D.Double(x, y, diameter, diameter));
    }

    /** Copies the picture as uint8, shape (height, width, 3). */
    void copy(byte[] rgb) {
        int[] pixels = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < pixels.length; i++) {
            rgb[3 * i] = (byte) (pixels[i] >> 16);
            rgb[3 * i + 1] = (byte) (pixels[i] >> 8);
            rgb[3 * i + 2] = (byte) pixels[i];
        }
    }
}
