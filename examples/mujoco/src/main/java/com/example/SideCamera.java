package com.example;

import com.example.MujocoModel.Geom;
import io.github.roboreel.simulation.ImageSize;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.Line2D;
import java.awt.geom.Rectangle2D;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferInt;
import java.util.List;

/**
 * Draws a world's shapes as they are seen along the y axis: x to the right, z up. MuJoCo's own renderer needs OpenGL,
 * which servers mostly lack.
 */
final class SideCamera {
    private static final double MARGIN = 1.2;

    private final List<Geom> geoms;
    private final BufferedImage image;
    private final double[] centre;
    private final double pixelsPerMetre;

    SideCamera(ImageSize size, MujocoModel model) {
        geoms = model.geoms();
        image = new BufferedImage(size.widthPixels(), size.heightPixels(), BufferedImage.TYPE_INT_RGB);
        centre = model.centre();
        pixelsPerMetre = Math.min(image.getWidth(), image.getHeight()) / (MARGIN * model.extentMetres());
    }

    void draw(MujocoWorld world) {
        Graphics2D graphics = image.createGraphics();
        try {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, image.getWidth(), image.getHeight());
            for (int i = 0; i < geoms.size(); i++) {
                Geom geom = geoms.get(i);
                graphics.setColor(new Color(geom.rgba()[0], geom.rgba()[1], geom.rgba()[2]));
                draw(graphics, geom, world.geomPosition(i), world.geomAxis(i));
            }
        } finally {
            graphics.dispose();
        }
    }

    /**
     * A capsule or cylinder is a thick line with round ends, a plane all below it, anything else a disc of its first
     * size.
     */
    private void draw(Graphics2D graphics, Geom geom, double[] at, double[] axis) {
        boolean isLong = geom.type() == Layout.GEOM_CAPSULE || geom.type() == Layout.GEOM_CYLINDER;
        double half = isLong ? geom.size()[1] : 0;
        double x = column(at[0]);
        double y = row(at[2]);
        if (geom.type() == Layout.GEOM_PLANE) {
            graphics.setColor(Color.LIGHT_GRAY);
            graphics.fill(new Rectangle2D.Double(0, y, image.getWidth(), image.getHeight()));
            return;
        }
        graphics.setStroke(new BasicStroke(
                (float) (2 * geom.size()[0] * pixelsPerMetre), BasicStroke.CAP_ROUND, BasicStroke.JOIN_ROUND));
        double dx = half * axis[0] * pixelsPerMetre;
        double dy = -half * axis[2] * pixelsPerMetre;
        graphics.draw(new Line2D.Double(x - dx, y - dy, x + dx, y + dy));
    }

    private double column(double metres) {
        return image.getWidth() / 2.0 + pixelsPerMetre * (metres - centre[0]);
    }

    private double row(double metres) {
        return image.getHeight() / 2.0 - pixelsPerMetre * (metres - centre[2]);
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
