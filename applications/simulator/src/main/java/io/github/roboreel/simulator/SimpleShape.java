package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.Sentence;
import java.util.List;

/** Shapes that a task file may give an object of its own: collision, mesh, grasp and bounding box follow from them. */
enum SimpleShape {
    /** Sizes along x, y and z; the fingers close along y. */
    BOX(3),
    /** Diameter and height; it stands upright. */
    CYLINDER(2),
    /** Diameter. */
    SPHERE(1);

    /** A tall object is held this far below its top, where the gripper's palm stays clear of it. */
    private static final double GRASP_BELOW_TOP = 0.03;

    private static final double MIN_METRES = 0.005;
    private static final double MAX_METRES = 0.5;
    private static final double MAX_KILOGRAMS = 20;

    private final int numSizes;

    SimpleShape(int numSizes) {
        this.numSizes = numSizes;
    }

    /** Name in task files. */
    String label() {
        return name().toLowerCase(java.util.Locale.ROOT);
    }

    /**
     * Makes an object of this shape.
     *
     * @param sizes metres, as many as the shape has
     * @param color 0xRRGGBB
     * @throws IllegalArgumentException when number or range of the sizes, or the mass, is wrong
     */
    ObjectModel model(String name, List<Double> sizes, double massKg, int color) {
        require(sizes, massKg);
        double x = sizes.get(0);
        double y = this == BOX ? sizes.get(1) : x;
        double z = sizes.get(numSizes - 1);
        return new ObjectModel(
                name,
                massKg,
                List.of(part(x, y, z)),
                ObjectModel.Box.ofSize(x, y, z),
                new ObjectModel.Grip(
                        new double[] {0, 0, Math.max(0, z / 2 - GRASP_BELOW_TOP)}, x == y ? Math.PI / 2 : Math.PI),
                null,
                mesh(x, y, z, color));
    }

    private void require(List<Double> sizes, double massKg) {
        if (sizes.size() != numSizes || sizes.stream().anyMatch(size -> size < MIN_METRES || size > MAX_METRES)) {
            throw new IllegalArgumentException(Sentence.of(
                    "a %s has %d sizes from %s to %s m, given %s.", label(), numSizes, MIN_METRES, MAX_METRES, sizes));
        }
        if (!(massKg > 0 && massKg <= MAX_KILOGRAMS)) {
            throw new IllegalArgumentException(
                    Sentence.of("a mass must be above 0 and at most %.0f kg, given %s.", MAX_KILOGRAMS, massKg));
        }
    }

    private CollisionPart part(double x, double y, double z) {
        return switch (this) {
            case BOX -> CollisionPart.box(new RigidTransform(), x, y, z);
            case CYLINDER -> CollisionPart.cylinder(new RigidTransform(), x / 2, z);
            case SPHERE -> CollisionPart.sphere(x / 2);
        };
    }

    private Mesh mesh(double x, double y, double z, int color) {
        return switch (this) {
            case BOX -> ObjectMeshes.box(x, y, z, color);
            case CYLINDER -> ObjectMeshes.cylinder(x / 2, z, color);
            case SPHERE -> ObjectMeshes.sphere(x / 2, color);
        };
    }
}
