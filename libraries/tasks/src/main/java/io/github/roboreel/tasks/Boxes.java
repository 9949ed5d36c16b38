package io.github.roboreel.tasks;

/** The axis-aligned boxes, in the env frame, around objects' own bounding boxes. */
final class Boxes {
    private Boxes() {}

    /** Centre of the box along an axis, m. */
    static double centre(Scene scene, int object, int axis) {
        double sum = scene.position(object, axis);
        for (int k = 0; k < 3; k++) {
            double middle = (scene.boxMin(object, k) + scene.boxMax(object, k)) / 2;
            sum += scene.rotation(object, axis, k) * middle;
        }
        return sum;
    }

    static double min(Scene scene, int object, int axis) {
        return centre(scene, object, axis) - halfExtent(scene, object, axis);
    }

    static double max(Scene scene, int object, int axis) {
        return centre(scene, object, axis) + halfExtent(scene, object, axis);
    }

    private static double halfExtent(Scene scene, int object, int axis) {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            double half = (scene.boxMax(object, k) - scene.boxMin(object, k)) / 2;
            sum += Math.abs(scene.rotation(object, axis, k)) * half;
        }
        return sum;
    }

    /** Distance between two boxes along an axis, m; negative when they overlap there. */
    static double gap(Scene scene, int a, int b, int axis) {
        return Math.max(min(scene, a, axis) - max(scene, b, axis), min(scene, b, axis) - max(scene, a, axis));
    }

    /** True when an object's centre lies over another's box, seen from above. */
    static boolean over(Scene scene, int object, int reference, double toleranceMetres) {
        for (int axis = 0; axis < 2; axis++) {
            double centre = centre(scene, object, axis);
            if (centre < min(scene, reference, axis) - toleranceMetres
                    || centre > max(scene, reference, axis) + toleranceMetres) {
                return false;
            }
        }
        return true;
    }
}
