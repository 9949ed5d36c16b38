package io.github.roboreel.tasks;

import java.util.LinkedHashMap;
import java.util.Map;

/** Spatial relations of one object to another; the thresholds are arguments of the conditions. */
final class SpatialRelations {
    private static final double TOLERANCE_METRES = 0.01;
    private static final double NEXT_TO_METRES = 0.05;
    private static final double ABOVE_RIM_METRES = 0.03;
    private static final double MIN_UPRIGHT_COSINE = 0.85;
    private static final int X = 0;
    private static final int Y = 1;
    private static final int Z = 2;

    private SpatialRelations() {}

    /** A question about two objects of a scene. */
    interface Relation {
        boolean holds(Scene scene, int object, int reference);
    }

    /** Makes a relation from a condition's arguments. */
    interface Factory {
        Relation make(ConditionArguments arguments);
    }

    /** By the part of a condition's name after {@code object_}. */
    static Map<String, Factory> all() {
        Map<String, Factory> all = new LinkedHashMap<>();
        all.put("in_container", SpatialRelations::inContainer);
        all.put("outside_of", SpatialRelations::outsideOf);
        all.put("on_top", SpatialRelations::onTop);
        all.put("above", SpatialRelations::above);
        all.put("above_bottom", SpatialRelations::aboveBottom);
        all.put("below", SpatialRelations::below);
        all.put("left_of", arguments -> beside(arguments, Y, 1));
        all.put("right_of", arguments -> beside(arguments, Y, -1));
        all.put("in_front_of", arguments -> beside(arguments, X, -1));
        all.put("behind", arguments -> beside(arguments, X, 1));
        all.put("next_to", SpatialRelations::nextTo);
        all.put("center_of", SpatialRelations::centerOf);
        return all;
    }

    /** Origin within the container's inside, a margin above its rim included; container upright. */
    private static Relation inContainer(ConditionArguments arguments) {
        double aboveRim = arguments.number("above_rim_m", ABOVE_RIM_METRES);
        double minCosine = arguments.number("min_upright_cosine", MIN_UPRIGHT_COSINE);
        return (scene, object, container) -> {
            double dx = scene.position(object, X) - scene.position(container, X);
            double dy = scene.position(object, Y) - scene.position(container, Y);
            double height = scene.position(object, Z) - scene.position(container, Z);
            return scene.rotation(container, Z, Z) > minCosine
                    && Math.hypot(dx, dy) < scene.interiorRadius(container)
                    && height > scene.interiorFloor(container)
                    && height < scene.interiorRim(container) + aboveRim;
        };
    }

    private static Relation outsideOf(ConditionArguments arguments) {
        Relation inside = inContainer(arguments);
        return (scene, object, container) -> !inside.holds(scene, object, container);
    }

    /** Centre over the reference, underside at its top. */
    private static Relation onTop(ConditionArguments arguments) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> Boxes.over(scene, object, reference, tolerance)
                && Math.abs(Boxes.min(scene, object, Z) - Boxes.max(scene, reference, Z)) <= tolerance;
    }

    /** Centre over the reference, underside not below its top. */
    private static Relation above(ConditionArguments arguments) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> Boxes.over(scene, object, reference, tolerance)
                && Boxes.min(scene, object, Z) >= Boxes.max(scene, reference, Z) - tolerance;
    }

    /** Centre over the reference and not below its underside: held over a container, or in it. */
    private static Relation aboveBottom(ConditionArguments arguments) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> Boxes.over(scene, object, reference, tolerance)
                && Boxes.centre(scene, object, Z) >= Boxes.min(scene, reference, Z) - tolerance;
    }

    private static Relation below(ConditionArguments arguments) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> Boxes.over(scene, object, reference, tolerance)
                && Boxes.max(scene, object, Z) <= Boxes.min(scene, reference, Z) + tolerance;
    }

    /** The boxes do not overlap along the axis, the object lies on the given side. */
    private static Relation beside(ConditionArguments arguments, int axis, int side) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> {
            double way = Boxes.centre(scene, object, axis) - Boxes.centre(scene, reference, axis);
            return side * way > 0 && Boxes.gap(scene, object, reference, axis) >= -tolerance;
        };
    }

    /** Seen from above the boxes do not overlap and are near; their heights overlap. */
    private static Relation nextTo(ConditionArguments arguments) {
        double distance = arguments.number("distance_m", NEXT_TO_METRES);
        return (scene, object, reference) -> {
            double x = Boxes.gap(scene, object, reference, X);
            double y = Boxes.gap(scene, object, reference, Y);
            return Math.max(x, y) >= 0
                    && Math.hypot(Math.max(0, x), Math.max(0, y)) <= distance
                    && Boxes.gap(scene, object, reference, Z) <= 0;
        };
    }

    private static Relation centerOf(ConditionArguments arguments) {
        double tolerance = arguments.number("tolerance_m", TOLERANCE_METRES);
        return (scene, object, reference) -> {
            double x = Boxes.centre(scene, object, X) - Boxes.centre(scene, reference, X);
            double y = Boxes.centre(scene, object, Y) - Boxes.centre(scene, reference, Y);
            return Math.hypot(x, y) <= tolerance;
        };
    }
}
