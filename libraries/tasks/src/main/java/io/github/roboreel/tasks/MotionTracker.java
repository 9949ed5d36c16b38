package io.github.roboreel.tasks;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * Notes how far one env's object is moved. The speed shows a motion only after its first step; what counts is where the
 * object lay before.
 */
final class MotionTracker {
    private final double[] rest = new double[3];
    private boolean moving;

    /** Forgets a motion under way: the next one starts where the object is now. */
    void rest(Scene scene, int object) {
        moving = false;
        for (int axis = 0; axis < 3; axis++) {
            rest[axis] = scene.position(object, axis);
        }
    }

    /**
     * Looks at the object.
     *
     * @return metres from where it last lay to the end of a motion that ends now, negative when none does
     */
    double update(Scene scene, int object, double movingSpeed) {
        if (scene.linearSpeed(object) > movingSpeed) {
            moving = true;
            return -1;
        }
        double metres = moving ? distance(scene, object) : -1;
        rest(scene, object);
        return metres;
    }

    private double distance(Scene scene, int object) {
        double sum = 0;
        for (int axis = 0; axis < 3; axis++) {
            double way = scene.position(object, axis) - rest[axis];
            sum += way * way;
        }
        return Math.sqrt(sum);
    }

    /** Three decimals, rounded as Python rounds. */
    static String text(double metres) {
        return new BigDecimal(metres).setScale(3, RoundingMode.HALF_EVEN).toPlainString() + "m";
    }
}
