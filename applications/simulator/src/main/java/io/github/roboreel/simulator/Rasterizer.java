package io.github.roboreel.simulator;

import java.util.Arrays;

/**
 * Draws flat-shaded triangles with a depth buffer into packed 0xRRGGBB pixels; one instance per thread.
 *
 * <p>Triangles are clipped at the near plane; 1/z is linear on the screen, so the depth test is exact.
 */
final class Rasterizer {
    private static final double NEAR = 0.01;

    private final int width;
    private final int height;
    private final int[] pixels;
    private final float[] inverseDepth;
    private final RigidTransform view = new RigidTransform();
    private final double[] polygon = new double[4 * 3];
    private final double[] screen = new double[4 * 3];
    private double[] world = new double[3 * 512];
    private double[] camera = new double[3 * 512];
    private double focal;

    Rasterizer(int width, int height) {
        this.width = width;
        this.height = height;
        pixels = new int[width * height];
        inverseDepth = new float[width * height];
    }

    int[] pixels() {
        return pixels;
    }

    /**
     * What is drawn so far, to begin later pictures of the same view with.
     *
     * @param pixels colours
     * @param inverseDepth of the pixels
     */
    record Background(int[] pixels, float[] inverseDepth) {}

    /** Copies what is drawn so far. */
    Background copy() {
        return new Background(pixels.clone(), inverseDepth.clone());
    }

    /** Sets the view and begins with what was drawn in it before. */
    void begin(RigidTransform cameraPose, double focalLengthPixels, Background background) {
        view.set(cameraPose);
        focal = focalLengthPixels;
        System.arraycopy(background.pixels(), 0, pixels, 0, pixels.length);
        System.arraycopy(background.inverseDepth(), 0, inverseDepth, 0, inverseDepth.length);
    }

    /** Clears to a vertical gradient and sets the view. */
    void begin(RigidTransform cameraPose, double focalLengthPixels) {
        view.set(cameraPose);
        focal = focalLengthPixels;
        Arrays.fill(inverseDepth, 0f);
        for (int y = 0; y < height; y++) {
            Arrays.fill(pixels, y * width, (y + 1) * width, Lighting.background(y, height));
        }
    }

    void draw(Mesh mesh, RigidTransform pose) {
        transform(mesh, pose);
        int[] indices = mesh.triangles();
        for (int t = 0; t < mesh.triangleCount(); t++) {
            drawTriangle(3 * indices[3 * t], 3 * indices[3 * t + 1], 3 * indices[3 * t + 2], mesh.colors()[t]);
        }
    }

    private void transform(Mesh mesh, RigidTransform pose) {
        int count = mesh.vertexCount();
        if (world.length < 3 * count) {
            world = new double[3 * count];
            camera = new double[3 * count];
        }
        float[] points = mesh.vertices();
        double[] r = view.r;
        for (int i = 0; i < 3 * count; i += 3) {
            pose.apply(points[i], points[i + 1], points[i + 2], world, i);
            double x = world[i] - view.p[0];
            double y = world[i + 1] - view.p[1];
            double z = world[i + 2] - view.p[2];
            camera[i] = r[0] * x + r[3] * y + r[6] * z;
            camera[i + 1] = r[1] * x + r[4] * y + r[7] * z;
            camera[i + 2] = r[2] * x + r[5] * y + r[8] * z;
        }
    }

    private void drawTriangle(int a, int b, int c, int color) {
        if (facesAway(a, b, c)) {
            return;
        }
        int corners = clip(a, b, c);
        if (corners < 3) {
            return;
        }
        for (int i = 0; i < corners; i++) {
            double inverse = 1 / polygon[3 * i + 2];
            screen[3 * i] = width * 0.5 + focal * polygon[3 * i] * inverse;
            screen[3 * i + 1] = height * 0.5 + focal * polygon[3 * i + 1] * inverse;
            screen[3 * i + 2] = inverse;
        }
        int shaded = shade(a, b, c, color);
        for (int i = 2; i < corners; i++) {
            fill(0, 3 * (i - 1), 3 * i, shaded);
        }
    }

    /** Seen from the camera's origin, the outward normal points away. */
    private boolean facesAway(int a, int b, int c) {
        double ux = camera[b] - camera[a];
        double uy = camera[b + 1] - camera[a + 1];
        double uz = camera[b + 2] - camera[a + 2];
        double vx = camera[c] - camera[a];
        double vy = camera[c + 1] - camera[a + 1];
        double vz = camera[c + 2] - camera[a + 2];
        double nx = uy * vz - uz * vy;
        double ny = uz * vx - ux * vz;
        double nz = ux * vy - uy * vx;
        return nx * camera[a] + ny * camera[a + 1] + nz * camera[a + 2] >= 0;
    }

    /** Copies the part of the triangle beyond the near plane; returns its corner count (0, 3 or 4). */
    private int clip(int a, int b, int c) {
        int count = clipEdge(a, b, 0);
        count = clipEdge(b, c, count);
        return clipEdge(c, a, count);
    }

    private int clipEdge(int from, int to, int count) {
        double zFrom = camera[from + 2];
        double zTo = camera[to + 2];
        int next = count;
        if (zFrom >= NEAR) {
            System.arraycopy(camera, from, polygon, 3 * next, 3);
            next++;
        }
        if (zFrom >= NEAR != zTo >= NEAR) {
            double t = (NEAR - zFrom) / (zTo - zFrom);
            for (int k = 0; k < 3; k++) {
                polygon[3 * next + k] = camera[from + k] + t * (camera[to + k] - camera[from + k]);
            }
            next++;
        }
        return next;
    }

    /** Lambert's law with an ambient part, from the triangle's normal in the world. */
    private int shade(int a, int b, int c, int color) {
        double ux = world[b] - world[a];
        double uy = world[b + 1] - world[a + 1];
        double uz = world[b + 2] - world[a + 2];
        double vx = world[c] - world[a];
        double vy = world[c + 1] - world[a + 1];
        double vz = world[c + 2] - world[a + 2];
        double nx = uy * vz - uz * vy;
        double ny = uz * vx - ux * vz;
        double nz = ux * vy - uy * vx;
        double[] light = Lighting.TOWARDS;
        double cosine = (nx * light[0] + ny * light[1] + nz * light[2]) / Math.sqrt(nx * nx + ny * ny + nz * nz);
        int scale = (int) (256 * (Lighting.AMBIENT + (1 - Lighting.AMBIENT) * Math.max(0, cosine)));
        int red = (color >> 16 & 0xFF) * scale >> 8;
        int green = (color >> 8 & 0xFF) * scale >> 8;
        int blue = (color & 0xFF) * scale >> 8;
        return red << 16 | green << 8 | blue;
    }

    private void fill(int a, int b, int c, int color) {
        double ax = screen[a];
        double ay = screen[a + 1];
        double bx = screen[b] - ax;
        double by = screen[b + 1] - ay;
        double cx = screen[c] - ax;
        double cy = screen[c + 1] - ay;
        double area = bx * cy - by * cx;
        if (Math.abs(area) < 1e-9) {
            return;
        }
        double db = screen[b + 2] - screen[a + 2];
        double dc = screen[c + 2] - screen[a + 2];
        double slopeX = (db * cy - dc * by) / area;
        double slopeY = (dc * bx - db * cx) / area;
        double top = Math.min(ay, Math.min(ay + by, ay + cy));
        double bottom = Math.max(ay, Math.max(ay + by, ay + cy));
        int firstRow = (int) Math.max(0, Math.ceil(top - 0.5));
        int lastRow = (int) Math.min(height - 1.0, Math.ceil(bottom - 0.5) - 1);
        for (int row = firstRow; row <= lastRow; row++) {
            double y = row + 0.5;
            double left = Double.POSITIVE_INFINITY;
            double right = Double.NEGATIVE_INFINITY;
            for (int edge = 0; edge < 3; edge++) {
                int from = edge == 0 ? a : edge == 1 ? b : c;
                int to = edge == 0 ? b : edge == 1 ? c : a;
                double y0 = screen[from + 1];
                double y1 = screen[to + 1];
                if (y0 <= y != y1 <= y) {
                    double x = screen[from] + (y - y0) / (y1 - y0) * (screen[to] - screen[from]);
                    left = Math.min(left, x);
                    right = Math.max(right, x);
                }
            }
            double depthAtRow = screen[a + 2] + slopeY * (y - ay) + slopeX * (0.5 - ax);
            span(row, left, right, depthAtRow, slopeX, color);
        }
    }

    private void span(int row, double left, double right, double depthAtFirst, double slope, int color) {
        int first = (int) Math.max(0, Math.ceil(left - 0.5));
        int last = (int) Math.min(width - 1.0, Math.ceil(right - 0.5) - 1);
        float depth = (float) (depthAtFirst + slope * first);
        float step = (float) slope;
        int base = row * width;
        for (int i = base + first; i <= base + last; i++) {
            if (depth > inverseDepth[i]) {
                inverseDepth[i] = depth;
                pixels[i] = color;
            }
            depth += step;
        }
    }
}
