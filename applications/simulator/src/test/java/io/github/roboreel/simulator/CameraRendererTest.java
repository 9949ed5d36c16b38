package io.github.roboreel.simulator;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import io.github.roboreel.simulation.ImageSize;
import java.lang.management.ManagementFactory;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class CameraRendererTest {
    private static final ImageSize SIZE = ImageSize.DEFAULT;

    @ParameterizedTest
    @EnumSource(
            value = PinholeCamera.class,
            names = {"OVER_SHOULDER", "VIEWPORT"})
    void theBananaIsYellowWhereTheExtrinsicsSayItIs(PinholeCamera camera) {
        try (TabletopEnv env = Episodes.env(1)) {
            byte[] image = new byte[SIZE.frameBytes()];
            new CameraRenderer(SIZE).render(env, camera, image);
            double[] top = new double[3];
            ObjectModel banana = ObjectCatalog.get("banana");
            env.objectFrame(0)
                    .apply(banana.grip().point()[0], banana.grip().point()[1], ObjectCatalog.BANANA_RADIUS, top, 0);
            int[] rgb = pixelAt(env, camera, top, image);
            assertTrue(
                    rgb[0] > 90 && rgb[1] > 75 && rgb[2] < 50,
                    "yellow expected, got " + rgb[0] + "," + rgb[1] + "," + rgb[2]);
        }
    }

    @Test
    void theWristCameraSeesAnObjectBelowTheGripper() {
        try (TabletopEnv env = Episodes.env(1)) {
            float[] ee = new float[3];
            env.eePosition(ee);
            Episodes.placeObject(env, "bowl", RigidTransform.at(0.7, 0.5, 0.02));
            Episodes.placeObject(env, "rubiks_cube", RigidTransform.at(ee[0] + 0.03, ee[1], 0.029));
            Episodes.hold(env, 1, false);
            byte[] image = new byte[SIZE.frameBytes()];
            new CameraRenderer(SIZE).render(env, PinholeCamera.WRIST, image);
            double[] top = {ee[0] + 0.03, ee[1], 0.0575};
            int[] rgb = pixelAt(env, PinholeCamera.WRIST, top, image);
            assertTrue(rgb[0] > 150 && rgb[1] > 150 && rgb[2] > 150, "white sticker expected, got red " + rgb[0]);
        }
    }

    /** Projects a point with the recorded extrinsics (quaternion, ROS optical convention). */
    private static int[] pixelAt(TabletopEnv env, PinholeCamera camera, double[] point, byte[] image) {
        float[] position = new float[3];
        float[] q = new float[4];
        env.cameraPosition(camera, position);
        env.cameraOrientation(camera, q);
        RigidTransform pose = Episodes.frameOf(q[0], q[1], q[2], q[3]);
        double[] c = new double[3];
        for (int axis = 0; axis < 3; axis++) {
            for (int k = 0; k < 3; k++) {
                c[axis] += pose.r[3 * k + axis] * (point[k] - position[k]);
            }
        }
        double focal = camera.focalLengthPixels(SIZE.heightPixels());
        int column = (int) (SIZE.widthPixels() / 2.0 + focal * c[0] / c[2]);
        int row = (int) (SIZE.heightPixels() / 2.0 + focal * c[1] / c[2]);
        int at = 3 * (row * SIZE.widthPixels() + column);
        return new int[] {image[at] & 0xFF, image[at + 1] & 0xFF, image[at + 2] & 0xFF};
    }

    @Test
    void theImageFollowsTheScene() {
        try (TabletopEnv env = Episodes.env(1)) {
            CameraRenderer renderer = new CameraRenderer(SIZE);
            byte[] before = new byte[SIZE.frameBytes()];
            byte[] after = new byte[SIZE.frameBytes()];
            renderer.render(env, PinholeCamera.VIEWPORT, before);
            renderer.render(env, PinholeCamera.VIEWPORT, after);
            assertArrayEquals(before, after, "a still scene gives the same image");
            Episodes.moveGripper(env, 0.5, 0.1, 0.4, false);
            renderer.render(env, PinholeCamera.VIEWPORT, after);
            int changed = 0;
            for (int i = 0; i < before.length; i++) {
                changed += before[i] == after[i] ? 0 : 1;
            }
            assertTrue(changed > 5000, "changed bytes " + changed);
        }
    }

    /** A renderer keeps the room of cameras that stand still; pictures of a fresh one are the same. */
    @Test
    void whatIsKeptBetweenPicturesDoesNotShow() {
        ImageSize odd = new ImageSize(67, 35);
        for (ImageSize size : List.of(SIZE, odd)) {
            CameraRenderer used = new CameraRenderer(size);
            byte[] expected = new byte[size.frameBytes()];
            byte[] seen = new byte[size.frameBytes()];
            for (long seed = 1; seed <= 3; seed++) {
                try (TabletopEnv env = Episodes.env(seed)) {
                    for (PinholeCamera camera : PinholeCamera.values()) {
                        new CameraRenderer(size).render(env, camera, expected);
                        used.render(env, camera, seen);
                        assertArrayEquals(expected, seen, camera + " seed " + seed);
                    }
                }
            }
        }
    }

    @Test
    void whatIsTooSmallIsRefused() {
        try (TabletopEnv env = Episodes.env(1)) {
            CameraRenderer renderer = new CameraRenderer(SIZE);
            assertThrows(
                    IllegalArgumentException.class, () -> renderer.render(env, PinholeCamera.WRIST, new byte[100]));
        }
        assertThrows(IllegalArgumentException.class, () -> new ImageSize(4, 4));
        assertEquals(new ImageSize(320, 180), ImageSize.parse("320x180"));
        assertThrows(IllegalArgumentException.class, () -> ImageSize.parse("big"));
    }

    @Test
    void renderingAllocatesNothing() {
        try (TabletopEnv env = Episodes.env(1)) {
            CameraRenderer renderer = new CameraRenderer(SIZE);
            byte[] image = new byte[SIZE.frameBytes()];
            render(env, renderer, image, 100);
            ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
            long allocated = threads.getCurrentThreadAllocatedBytes();
            render(env, renderer, image, 100);
            double perFrame = (threads.getCurrentThreadAllocatedBytes() - allocated) / 100.0;
            assertTrue(perFrame < 64, "bytes per frame " + perFrame);
        }
    }

    private static void render(TabletopEnv env, CameraRenderer renderer, byte[] image, int frames) {
        for (int i = 0; i < frames; i++) {
            renderer.render(env, PinholeCamera.OVER_SHOULDER, image);
        }
    }
}
