package io.github.roboreel.simulator;

/** Meshes of the objects and the table. */
final class ObjectMeshes {
    private static final int YELLOW = 0xF5D020;
    private static final int BROWN = 0x5A3E1B;
    private static final int BOWL_RED = 0xC8402F;
    private static final int PLASTIC = 0x18181A;

    /** Right, left, back, front, up, down in the usual colours: red, orange, blue, green, white, yellow. */
    private static final int[] CUBE_COLORS = {0xD0202A, 0xFF7A10, 0x1548C0, 0x12A048, 0xF4F4F4, 0xFFE020};

    private ObjectMeshes() {}

    static Mesh rubiksCube() {
        MeshBuilder builder = new MeshBuilder();
        double edge = ObjectCatalog.CUBE_EDGE;
        builder.box(new RigidTransform(), edge * 0.98, edge * 0.98, edge * 0.98, PLASTIC);
        double[] half = {edge / 2, edge / 2, edge / 2};
        for (int face = 0; face < 6; face++) {
            for (int sticker = 0; sticker < 9; sticker++) {
                double u = (sticker % 3 - 1) * 0.64;
                double v = (sticker / 3 - 1) * 0.64;
                int side = face % 2 == 0 ? 1 : -1;
                builder.rectangle(
                        new RigidTransform(),
                        half,
                        face / 2,
                        side,
                        u - 0.28,
                        u + 0.28,
                        v - 0.28,
                        v + 0.28,
                        CUBE_COLORS[face]);
            }
        }
        return builder.build();
    }

    /** A tapered tube along the arc, brown at both tips. */
    static Mesh banana() {
        MeshBuilder builder = new MeshBuilder();
        int rings = 18;
        int sides = 8;
        double reach = ObjectCatalog.BANANA_HALF_ANGLE * 1.22;
        int previous = -1;
        for (int i = 0; i <= rings; i++) {
            double t = -1 + 2.0 * i / rings;
            int ring = bananaRing(builder, t * reach, bananaRadius(t), sides);
            if (previous >= 0) {
                boolean tip = i <= 1 || i >= rings - 1;
                builder.joinRings(previous, ring, sides, tip ? BROWN : YELLOW);
            }
            previous = ring;
        }
        return builder.build();
    }

    private static double bananaRadius(double t) {
        double taper = Math.sqrt(Math.max(0, 1 - t * t * t * t * t * t));
        return ObjectCatalog.BANANA_RADIUS * Math.max(0.22 * (1 - Math.floor(Math.abs(t))), taper);
    }

    /** Vertices about the tube's centre line; the tube runs along its +x side first, so order is reversed. */
    private static int bananaRing(MeshBuilder builder, double angle, double radius, int sides) {
        double x = ObjectCatalog.bananaX(angle);
        double y = ObjectCatalog.bananaY(angle);
        int first = -1;
        for (int s = 0; s < sides; s++) {
            double around = 2 * Math.PI * s / sides;
            double out = radius * Math.cos(around);
            double up = -radius * Math.sin(around);
            int vertex = builder.vertex(new RigidTransform(), x + out * Math.sin(angle), y + out * Math.cos(angle), up);
            first = first < 0 ? vertex : first;
        }
        return first;
    }

    static Mesh bowl() {
        double base = -ObjectCatalog.BOWL_COM;
        double top = ObjectCatalog.BOWL_HEIGHT - ObjectCatalog.BOWL_COM;
        double wall = ObjectCatalog.BOWL_WALL;
        double middle = (ObjectCatalog.BOWL_TOP_RADIUS + ObjectCatalog.BOWL_BASE_RADIUS) / 2 + 0.007;
        double[][] outside = {
            {0, base},
            {ObjectCatalog.BOWL_BASE_RADIUS, base},
            {middle, (base + top) / 2},
            {ObjectCatalog.BOWL_TOP_RADIUS, top}
        };
        double[][] inside = {
            {ObjectCatalog.BOWL_TOP_RADIUS, top},
            {ObjectCatalog.BOWL_TOP_RADIUS - wall, top},
            {middle - wall, (base + top) / 2},
            {ObjectCatalog.BOWL_BASE_RADIUS - wall, base + wall},
            {0, base + wall}
        };
        return new MeshBuilder()
                .revolve(new RigidTransform(), outside, 24, BOWL_RED)
                .revolve(new RigidTransform(), inside, 24, 0xE8D8C0)
                .build();
    }

    /** A box with full edge lengths, about its centre. */
    static Mesh box(double x, double y, double z, int color) {
        return new MeshBuilder().box(new RigidTransform(), x, y, z, color).build();
    }

    /** A cylinder along z, about its centre. */
    static Mesh cylinder(double radius, double height, int color) {
        return new MeshBuilder()
                .cylinder(new RigidTransform(), radius, -height / 2, height / 2, color)
                .build();
    }

    static Mesh sphere(double radius, int color) {
        return new MeshBuilder()
                .capsule(new RigidTransform(), radius, 0, 0, color)
                .build();
    }

    /** Table top in planks, its edges, legs and the floor. */
    static Mesh room() {
        MeshBuilder builder = new MeshBuilder();
        double[] floorHalf = {3, 3, 0};
        for (int i = 0; i < 36; i++) {
            double u = -1 + (i % 6) / 3.0;
            double v = -1 + (i / 6) / 3.0;
            int tile = (i % 6 + i / 6) % 2 == 0 ? 0x8A9098 : 0x7C828A;
            builder.rectangle(RigidTransform.at(0.4, 0, -0.75), floorHalf, 2, 1, u, u + 1 / 3.0, v, v + 1 / 3.0, tile);
        }
        builder.box(RigidTransform.at(0.4, 0, -0.0205), 1.6, 2.0, 0.039, 0x8C6239);
        double[] half = {0.8, 1.0, 0};
        int[] planks = {0xC89B66, 0xBE905B, 0xCDA06C, 0xC39560};
        for (int i = 0; i < 10; i++) {
            double v = -1 + 0.2 * i;
            builder.rectangle(RigidTransform.at(0.4, 0, 0), half, 2, 1, -1, 1, v, v + 0.2, planks[i % planks.length]);
        }
        for (int leg = 0; leg < 4; leg++) {
            double x = leg % 2 == 0 ? -0.3 : 1.1;
            double y = leg < 2 ? -0.9 : 0.9;
            builder.box(RigidTransform.at(x, y, -0.395), 0.07, 0.07, 0.71, 0x6E4B2A);
        }
        return builder.build();
    }
}
