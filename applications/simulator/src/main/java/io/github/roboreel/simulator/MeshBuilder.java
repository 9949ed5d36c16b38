package io.github.roboreel.simulator;

import java.util.ArrayList;
import java.util.List;

/** Builds meshes from boxes, cylinders, tubes and surfaces of revolution. */
final class MeshBuilder {
    private static final int SIDES = 16;

    private final List<double[]> vertices = new ArrayList<>();
    private final List<int[]> triangles = new ArrayList<>();

    /** A profile of (radius, height) pairs turned about a frame's z axis. */
    MeshBuilder revolve(RigidTransform frame, double[][] profile, int sides, int color) {
        int first = vertices.size();
        for (double[] point : profile) {
            for (int s = 0; s < sides; s++) {
                double angle = 2 * Math.PI * s / sides;
                vertex(frame, point[0] * Math.cos(angle), point[0] * Math.sin(angle), point[1]);
            }
        }
        for (int ring = 0; ring + 1 < profile.length; ring++) {
            joinRings(first + ring * sides, first + (ring + 1) * sides, sides, color);
        }
        return this;
    }

    /** A closed cylinder along a frame's z axis from {@code z0} to {@code z1}. */
    MeshBuilder cylinder(RigidTransform frame, double radius, double z0, double z1, int color) {
        return revolve(frame, new double[][] {{0, z0}, {radius, z0}, {radius, z1}, {0, z1}}, SIDES, color);
    }

    /** A capsule along a frame's z axis whose end spheres are centred at {@code z0} and {@code z1}. */
    MeshBuilder capsule(RigidTransform frame, double radius, double z0, double z1, int color) {
        double[][] profile = new double[10][];
        for (int i = 0; i < 5; i++) {
            double angle = Math.PI / 2 * i / 4;
            profile[i] = new double[] {radius * Math.sin(angle), z0 - radius * Math.cos(angle)};
            profile[9 - i] = new double[] {radius * Math.sin(angle), z1 + radius * Math.cos(angle)};
        }
        return revolve(frame, profile, SIDES, color);
    }

    /** A box centred on a frame, with full edge lengths. */
    MeshBuilder box(RigidTransform frame, double x, double y, double z, int color) {
        for (int axis = 0; axis < 3; axis++) {
            for (int side = -1; side <= 1; side += 2) {
                rectangle(frame, new double[] {x / 2, y / 2, z / 2}, axis, side, -1, 1, -1, 1, color);
            }
        }
        return this;
    }

    /**
     * A rectangle on one face of a box.
     *
     * @param half half extents of the box
     * @param axis normal of the face: 0 x, 1 y, 2 z
     * @param side -1 or +1
     * @param u0 range in the face's first direction, -1 to 1 (likewise u1, v0, v1)
     */
    MeshBuilder rectangle(
            RigidTransform frame,
            double[] half,
            int axis,
            int side,
            double u0,
            double u1,
            double v0,
            double v1,
            int color) {
        int uAxis = (axis + 1) % 3;
        int vAxis = (axis + 2) % 3;
        double[][] corners = {{u0, v0}, {u1, v0}, {u1, v1}, {u0, v1}};
        int first = vertices.size();
        for (double[] corner : corners) {
            double[] point = new double[3];
            point[axis] = side * half[axis];
            point[uAxis] = corner[0] * half[uAxis];
            point[vAxis] = corner[1] * half[vAxis];
            vertex(frame, point[0], point[1], point[2]);
        }
        if (side > 0) {
            quad(first, first + 1, first + 2, first + 3, color);
        } else {
            quad(first, first + 3, first + 2, first + 1, color);
        }
        return this;
    }

    int vertex(RigidTransform frame, double x, double y, double z) {
        double[] out = new double[3];
        frame.apply(x, y, z, out, 0);
        vertices.add(out);
        return vertices.size() - 1;
    }

    MeshBuilder quad(int a, int b, int c, int d, int color) {
        triangle(a, b, c, color);
        triangle(a, c, d, color);
        return this;
    }

    /** Skips triangles without area, such as those at a pole. */
    private void triangle(int a, int b, int c, int color) {
        double[] p = vertices.get(a);
        double[] q = vertices.get(b);
        double[] r = vertices.get(c);
        if (!same(p, q) && !same(q, r) && !same(p, r)) {
            triangles.add(new int[] {a, b, c, color});
        }
    }

    private static boolean same(double[] a, double[] b) {
        return Math.abs(a[0] - b[0]) + Math.abs(a[1] - b[1]) + Math.abs(a[2] - b[2]) < 1e-9;
    }

    /** Side faces between two rings of vertices, outside facing away from the axis when the second is above. */
    MeshBuilder joinRings(int lower, int upper, int sides, int color) {
        for (int s = 0; s < sides; s++) {
            int next = (s + 1) % sides;
            quad(lower + s, lower + next, upper + next, upper + s, color);
        }
        return this;
    }

    Mesh build() {
        float[] points = new float[3 * vertices.size()];
        for (int i = 0; i < points.length; i++) {
            points[i] = (float) vertices.get(i / 3)[i % 3];
        }
        int[] indices = new int[3 * triangles.size()];
        int[] colors = new int[triangles.size()];
        for (int t = 0; t < colors.length; t++) {
            int[] triangle = triangles.get(t);
            System.arraycopy(triangle, 0, indices, 3 * t, 3);
            colors[t] = triangle[3];
        }
        return new Mesh(points, indices, colors);
    }
}
