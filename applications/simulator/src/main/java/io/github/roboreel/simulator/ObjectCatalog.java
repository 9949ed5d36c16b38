package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The objects a task may put on the table; sizes and masses follow the YCB object set. */
final class ObjectCatalog {
    static final double CUBE_EDGE = 0.057;
    static final double BANANA_ARC_RADIUS = 0.10;
    static final double BANANA_HALF_ANGLE = Math.toRadians(42);
    static final double BANANA_RADIUS = 0.017;
    static final double BOWL_TOP_RADIUS = 0.090;
    static final double BOWL_BASE_RADIUS = 0.048;
    static final double BOWL_HEIGHT = 0.055;
    static final double BOWL_WALL = 0.006;

    /** Height of the bowl's centre of mass above its underside, metres. */
    static final double BOWL_COM = 0.020;

    private static final int BANANA_SEGMENTS = 4;
    private static final int BOWL_WALLS = 12;
    private static final Map<String, ObjectModel> MODELS = models();

    private ObjectCatalog() {}

    static List<String> names() {
        return List.copyOf(MODELS.keySet());
    }

    static boolean contains(String name) {
        return MODELS.containsKey(name);
    }

    static ObjectModel get(String name) {
        return MODELS.get(name);
    }

    private static Map<String, ObjectModel> models() {
        Map<String, ObjectModel> models = new LinkedHashMap<>();
        for (ObjectModel model : List.of(banana(), bowl(), cube())) {
            models.put(model.name(), model);
        }
        return models;
    }

    private static ObjectModel cube() {
        List<CollisionPart> parts = List.of(CollisionPart.box(new RigidTransform(), CUBE_EDGE, CUBE_EDGE, CUBE_EDGE));
        return new ObjectModel(
                "rubiks_cube",
                0.094,
                parts,
                ObjectModel.Box.ofSize(CUBE_EDGE, CUBE_EDGE, CUBE_EDGE),
                new ObjectModel.Grip(new double[3], Math.PI / 2),
                null,
                ObjectMeshes.rubiksCube());
    }

    /** y of the banana's centre line at an angle from its middle, in the frame of its centre of mass. */
    static double bananaY(double angle) {
        double meanCosine = Math.sin(BANANA_HALF_ANGLE) / BANANA_HALF_ANGLE;
        return BANANA_ARC_RADIUS * (Math.cos(angle) - meanCosine);
    }

    static double bananaX(double angle) {
        return BANANA_ARC_RADIUS * Math.sin(angle);
    }

    private static ObjectModel banana() {
        List<CollisionPart> parts = new ArrayList<>();
        double stepAngle = 2 * BANANA_HALF_ANGLE / BANANA_SEGMENTS;
        for (int i = 0; i < BANANA_SEGMENTS; i++) {
            double from = -BANANA_HALF_ANGLE + i * stepAngle;
            parts.add(bananaSegment(from, from + stepAngle));
        }
        double endX = bananaX(BANANA_HALF_ANGLE) + BANANA_RADIUS;
        return new ObjectModel(
                "banana",
                0.066,
                List.copyOf(parts),
                new ObjectModel.Box(
                        new double[] {-endX, bananaY(BANANA_HALF_ANGLE) - BANANA_RADIUS, -BANANA_RADIUS},
                        new double[] {endX, bananaY(0) + BANANA_RADIUS, BANANA_RADIUS}),
                new ObjectModel.Grip(new double[] {0, bananaY(0), 0}, Math.PI),
                null,
                ObjectMeshes.banana());
    }

    private static CollisionPart bananaSegment(double from, double to) {
        double dx = bananaX(to) - bananaX(from);
        double dy = bananaY(to) - bananaY(from);
        double length = Math.sqrt(dx * dx + dy * dy);
        double[] along = {dx / length, dy / length, 0};
        double[] side = {-along[1], along[0], 0};
        double[] middle = {(bananaX(from) + bananaX(to)) / 2, (bananaY(from) + bananaY(to)) / 2, 0};
        RigidTransform offset = RigidTransform.ofAxes(side, new double[] {0, 0, 1}, along, middle);
        return CollisionPart.capsule(offset, BANANA_RADIUS, length);
    }

    private static ObjectModel bowl() {
        List<CollisionPart> parts = new ArrayList<>();
        double baseEdge = BOWL_BASE_RADIUS * Math.sqrt(2) * 0.98;
        RigidTransform base = RigidTransform.at(0, 0, BOWL_WALL / 2 - BOWL_COM);
        parts.add(CollisionPart.box(base, baseEdge, baseEdge, BOWL_WALL));
        for (int i = 0; i < BOWL_WALLS; i++) {
            parts.add(bowlWall(2 * Math.PI * i / BOWL_WALLS));
        }
        double top = BOWL_HEIGHT - BOWL_COM;
        return new ObjectModel(
                "bowl",
                0.20,
                List.copyOf(parts),
                new ObjectModel.Box(
                        new double[] {-BOWL_TOP_RADIUS, -BOWL_TOP_RADIUS, -BOWL_COM},
                        new double[] {BOWL_TOP_RADIUS, BOWL_TOP_RADIUS, top}),
                new ObjectModel.Grip(new double[3], Math.PI / 2),
                new ObjectModel.Container(0.062, BOWL_WALL - BOWL_COM, top),
                ObjectMeshes.bowl());
    }

    private static CollisionPart bowlWall(double angle) {
        double rise = BOWL_HEIGHT - BOWL_WALL / 2;
        double run = BOWL_TOP_RADIUS - BOWL_BASE_RADIUS;
        double length = Math.hypot(rise, run);
        double c = Math.cos(angle);
        double s = Math.sin(angle);
        double outward = run / length;
        double up = rise / length;
        double[] along = {c * outward, s * outward, up};
        double[] tangent = {-s, c, 0};
        double[] normal = {-c * up, -s * up, outward};
        double radius = (BOWL_TOP_RADIUS + BOWL_BASE_RADIUS) / 2 - BOWL_WALL / 2;
        double[] middle = {c * radius, s * radius, BOWL_WALL / 2 + rise / 2 - BOWL_COM};
        double width = 2 * BOWL_TOP_RADIUS * Math.tan(Math.PI / BOWL_WALLS);
        return CollisionPart.box(RigidTransform.ofAxes(normal, tangent, along, middle), BOWL_WALL, width, length);
    }
}
