package io.github.roboreel.simulator;

/**
 * Triangles with one colour each; immutable by convention, shared by all threads.
 *
 * @param vertices x, y, z per vertex, metres
 * @param triangles three vertex indices per triangle, counter-clockwise seen from outside
 * @param colors 0xRRGGBB per triangle
 */
record Mesh(float[] vertices, int[] triangles, int[] colors) {
    int vertexCount() {
        return vertices.length / 3;
    }

    int triangleCount() {
        return colors.length;
    }
}
