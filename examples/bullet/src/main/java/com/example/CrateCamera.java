package com.example;

import io.github.roboreel.simulation.ImageSize;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.geom.AffineTransform;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;

/** Draws the ground as a camera above it sees it: x to the right, y up. */
final class CrateCamera {
    private static final double HALF_VIEW_METRES = 0.7;

    private final BufferedImage image;
    private final AffineTransform pixels = new AffineTransform();

    CrateCamera(ImageSize size) {
        image = new BufferedImage(size.widthPixels(), size.heightPixels(), BufferedImage.TYPE_INT_RGB);
        double perMetre = Math.min(image.getWidth(), image.getHeight()) / (2 * HALF_VIEW_METRES);
        pixels.translate(image.getWidth() / 2.0, image.getHeight() / 2.0);
        pixels.scale(perMetre, -perMetre);
    }

    void draw(ArmWorld world) {
        Graphics2D graphics = image.createGraphics();
        try {
            // Otherwise Java moves edges by up to a pixel.
            graphics.setRenderingHint(RenderingHints.KEY_STROKE_CONTROL, RenderingHints.VALUE_STROKE_PURE);
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            graphics.transform(pixels);
            graphics.setColor(Color.GREEN);
            graphics.fill(new Rectangle2D.Double(-1, ArmWorld.LINE, 2, 0.02));
            box(graphics, world.crate(), ArmWorld.CRATE_HALF, ArmWorld.CRATE_HALF, Color.RED);
            box(graphics, world.upperArm(), ArmWorld.LINK / 2, ArmWorld.LINK_HALF_WIDTH, Color.GRAY);
            box(graphics, world.forearm(), ArmWorld.LINK / 2, ArmWorld.LINK_HALF_WIDTH, Color.BLUE);
        } finally {
            graphics.dispose();
        }
    }

    private static void box(Graphics2D graphics, MovingBody body, double halfX, double halfY, Color color) {
        float[] pose = body.pose();
        AffineTransform place = AffineTransform.getTranslateInstance(pose[0], pose[1]);
        place.rotate(2 * Math.atan2(pose[5], pose[6])); // the boxes turn about the vertical axis
        graphics.setColor(color);
        graphics.fill(place.createTransformedShape(new Rectangle2D.Double(-halfX, -halfY, 2 * halfX, 2 * halfY)));
    }

    /** Copies the picture as uint8, shape (height, width, 3). */
    void copy(byte[] rgb) {
        int[] colours = ((DataBufferInt) image.getRaster().getDataBuffer()).getData();
        for (int i = 0; i < colours.length; i++) {
            rgb[3 * i] = (byte) (colours[i] >> 16);
            rgb[3 * i + 1] = (byte) (colours[i] >> 8);
            rgb[3 * i + 2] = (byte) colours[i];
        }
    }
}
