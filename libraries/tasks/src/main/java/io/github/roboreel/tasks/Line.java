package io.github.roboreel.tasks;

import java.util.List;

/** Test whether objects stand in a row, seen from above. */
final class Line {
    private Line() {}

    /**
     * Every centre is near the straight line from the first to the last, and each further along it than the one before.
     */
    static boolean holds(Scene scene, List<String> objects, double toleranceMetres, double minSpacingMetres) {
        int first = Conditions.index(scene, objects.get(0));
        int last = Conditions.index(scene, objects.get(objects.size() - 1));
        double x = Boxes.centre(scene, last, 0) - Boxes.centre(scene, first, 0);
        double y = Boxes.centre(scene, last, 1) - Boxes.centre(scene, first, 1);
        double length = Math.hypot(x, y);
        if (length < minSpacingMetres) {
            return false;
        }
        double before = 0;
        for (int i = 1; i < objects.size(); i++) {
            int object = Conditions.index(scene, objects.get(i));
            double dx = Boxes.centre(scene, object, 0) - Boxes.centre(scene, first, 0);
            double dy = Boxes.centre(scene, object, 1) - Boxes.centre(scene, first, 1);
            double along = (dx * x + dy * y) / length;
            double aside = Math.abs(dx * y - dy * x) / length;
            if (aside > toleranceMetres || along - before < minSpacingMetres) {
                return false;
            }
            before = along;
        }
        return true;
    }
}
