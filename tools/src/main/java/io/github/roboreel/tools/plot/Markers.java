package io.github.roboreel.tools.plot;

import java.awt.Shape;
import java.awt.geom.Ellipse2D;
import java.awt.geom.Path2D;
import java.awt.geom.Rectangle2D;

/** Shapes centred at the origin. */
final class Markers {
    private Markers() {}

    static Shape circle(double radius) {
        return new Ellipse2D.Double(-radius, -radius, 2 * radius, 2 * radius);
    }

    static Shape square(double half) {
        return new Rectangle2D.Double(-half, -half, 2 * half, 2 * half);
    }

    static Shape diamond(double half) {
        Path2D path = new Path2D.Double();
        path.moveTo(0, -half);
        path.lineTo(half, 0);
        path.lineTo(0, half);
        path.lineTo(-half, 0);
        path.closePath();
        return path;
    }
}
