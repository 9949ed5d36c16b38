package io.github.roboreel.tasks;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Notes where an object of one env starts to move and how far off it stops. */
final class MotionTracker {
    private final double[] start = new double[3];
    private boolean moving;

    /** Forgets a motion under way. */
    void reset() {
        moving = false;
    }

    /**
     * Looks at the object.
     *
     * @return metres between start and end of a motion that ends now, negative when none does
     */
    double update(Scene scene, int object, double movingSpeed) {
        boolean movesNow = scene.linearSpeed(object) > movingSpeed;
        boolean stops = moving && !movesNow;
        if (movesNow && !moving) {
            for (int axis = 0; axis < 3; axis++) {
                start[axis] = scene.position(object, axis);
            }
        }
        moving = movesNow;
        return stops ? distance(scene, object) : -1;
    }

    private double distance(Scene scene, int object) {
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            double way = scene.position(object, axis) - start[axis];
            sum += way * way;
        }
        return Math.sqrt(sum);
    }

    /** Three decimals, rounded as Python rounds. */
    static String text(double metres) {
        return new BigDecimal(metres).setScale(3, RoundingMode.HALF_EVEN).toPlainString() + "m";
    }
}
