package io.github.roboreel.tasks;

import io.github.roboreel.format.fault.Sentence;
import java.util.List;

/**
 * From where on something is an event; the defaults are RoboLab's. Immutable.
 *
 * @param contactForceNewton two bodies are in contact when a component of the force between them exceeds it; for the
 *     simulator that implements {@link Scene}
 * @param slightlyClosedRad finger joint position from which touching an object is grabbing it
 * @param fullyClosedRad finger joint position from which the gripper is fully closed, not below the slightly closed one
 * @param movingSpeedMetresPerSecond an object moves above this speed
 * @param bumpMetres displacement, from where an object lay before, from which one that stops again was bumped
 * @param moveMetres displacement from which it was moved
 * @param sceneCentreMetres x, y, z of the middle of the scene's box, env frame
 * @param sceneSizeMetres edge lengths of that box; beyond it an object is out of the scene
 * @param tippedOverRad tilt from which an object that should be upright has tipped over, at most pi
 */
public record EventThresholds(
        double contactForceNewton,
        double slightlyClosedRad,
        double fullyClosedRad,
        double movingSpeedMetresPerSecond,
        double bumpMetres,
        double moveMetres,
        List<Double> sceneCentreMetres,
        List<Double> sceneSizeMetres,
        double tippedOverRad) {

    private static final double CLOSED_RAD = Math.PI / 4;

    /** RoboLab's. */
    public static final EventThresholds DEFAULT = new EventThresholds(
            0.1,
            0.3 * CLOSED_RAD,
            0.75 * CLOSED_RAD,
            0.05,
            0.05,
            0.50,
            List.of(0.55, 0.0, 0.5),
            List.of(2.0, 2.0, 2.0),
            0.3);

    /**
     * Checks the values.
     *
     * @throws IllegalArgumentException naming the threshold that is not finite, negative, too large or out of order
     */
    public EventThresholds {
        sceneCentreMetres = List.copyOf(sceneCentreMetres);
        sceneSizeMetres = List.copyOf(sceneSizeMetres);
        requireNotNegative("contact force", contactForceNewton);
        requireNotNegative("slightly closed", slightlyClosedRad);
        requireNotNegative("fully closed", fullyClosedRad);
        requireNotNegative("moving speed", movingSpeedMetresPerSecond);
        requireNotNegative("bump distance", bumpMetres);
        requireNotNegative("tipped over", tippedOverRad);
        if (fullyClosedRad < slightlyClosedRad) {
            throw new IllegalArgumentException(Sentence.of(
                    "Event threshold 'fully closed' must be at least the slightly closed one of %s rad, given "
                            + "%s rad.",
                    slightlyClosedRad, fullyClosedRad));
        }
        if (tippedOverRad > Math.PI) {
            throw new IllegalArgumentException(Sentence.of(
                    "Event threshold 'tipped over' must be at most pi rad, a half turn, given %s rad.", tippedOverRad));
        }
        if (!(moveMetres >= bumpMetres) || Double.isInfinite(moveMetres)) {
            throw new IllegalArgumentException(Sentence.of(
                    "Event threshold 'move distance' must be finite and at least the bump distance of %s m, "
                            + "given %s m.",
                    bumpMetres, moveMetres));
        }
        if (sceneCentreMetres.size() != 3 || sceneSizeMetres.size() != 3) {
            throw new IllegalArgumentException(Sentence.of(
                    "The scene's box needs three coordinates and three lengths, given %s and %s.",
                    sceneCentreMetres, sceneSizeMetres));
        }
        sceneCentreMetres.forEach(value -> requireFinite("scene centre", value));
        sceneSizeMetres.forEach(value -> requireNotNegative("scene size", value));
    }

    private static void requireNotNegative(String name, double value) {
        requireFinite(name, value);
        if (value < 0) {
            throw wrong(name, value);
        }
    }

    private static void requireFinite(String name, double value) {
        if (!Double.isFinite(value)) {
            throw wrong(name, value);
        }
    }

    private static IllegalArgumentException wrong(String name, double value) {
        return new IllegalArgumentException(
                "Event threshold '" + name + "' must be a finite number that is not negative, given " + value + ".");
    }

    /** True when a position lies outside the scene's box. */
    boolean outOfScene(Scene scene, int object) {
        for (int axis = 0; axis < 3; axis++) {
            double away = Math.abs(scene.position(object, axis) - sceneCentreMetres.get(axis));
            if (away > sceneSizeMetres.get(axis) / 2) {
                return true;
            }
        }
        return false;
    }
}
