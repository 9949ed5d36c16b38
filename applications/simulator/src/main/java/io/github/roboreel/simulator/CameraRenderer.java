package io.github.roboreel.simulator;

import io.github.roboreel.format.fault.Sentence;
import io.github.roboreel.simulation.ImageSize;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * Renders a {@link TabletopEnv} in software: depth-buffered, flat-shaded triangles.
 *
 * <p>An instance belongs to one thread and one image size and renders any number of envs one after the other; it
 * allocates nothing per frame but the first of a camera. The env must not be stepped meanwhile.
 */
final class CameraRenderer {
    private static final VarHandle WORDS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final Mesh ROOM = ObjectMeshes.room();
    private static final List<Mesh> LINKS = RobotMeshes.links();
    private static final Mesh LEFT_FINGER = RobotMeshes.finger(1);
    private static final Mesh RIGHT_FINGER = RobotMeshes.finger(-1);
    private static final Mesh KNUCKLE = RobotMeshes.knuckle();
    private static final double KNUCKLE_OPEN_TILT = 0.72;

    private final ImageSize size;
    private final Rasterizer rasterizer;
    private final Map<PinholeCamera, Rasterizer.Background> rooms = new EnumMap<>(PinholeCamera.class);
    private final RigidTransform world = new RigidTransform();
    private final RigidTransform cameraPose = new RigidTransform();
    private final RigidTransform local = new RigidTransform();
    private final RigidTransform pose = new RigidTransform();

    /** Makes a renderer for images of one size. */
    CameraRenderer(ImageSize size) {
        this.size = size;
        rasterizer = new Rasterizer(size.widthPixels(), size.heightPixels());
    }

    /**
     * Renders one frame of the env's present state.
     *
     * @param out receives uint8 RGB, shape (height, width, 3), row 0 on top, from index 0; owned by the caller
     * @throws IllegalArgumentException when {@code out} is shorter than one frame
     */
    void render(TabletopEnv env, PinholeCamera camera, byte[] out) {
        requireRoom(out.length);
        drawScene(env, camera);
        pack(rasterizer.pixels(), out);
    }

    /** Four pixels are three words. */
    private static void pack(int[] pixels, byte[] out) {
        int whole = pixels.length / 4 * 4;
        int at = 0;
        for (int i = 0; i < whole; i += 4, at += 12) {
            int a = pixels[i];
            int b = pixels[i + 1];
            int c = pixels[i + 2];
            int d = pixels[i + 3];
            WORDS.set(out, at, a << 8 | b >>> 16 & 0xFF);
            WORDS.set(out, at + 4, b << 16 | c >>> 8 & 0xFFFF);
            WORDS.set(out, at + 8, c << 24 | d & 0xFFFFFF);
        }
        for (int i = whole; i < pixels.length; i++, at += 3) {
            out[at] = (byte) (pixels[i] >> 16);
            out[at + 1] = (byte) (pixels[i] >> 8);
            out[at + 2] = (byte) pixels[i];
        }
    }

    private void requireRoom(int available) {
        if (available < size.frameBytes()) {
            throw new IllegalArgumentException(Sentence.of(
                    "A %dx%d RGB frame needs %d bytes, given %d.",
                    size.widthPixels(), size.heightPixels(), size.frameBytes(), available));
        }
    }

    private void drawScene(TabletopEnv env, PinholeCamera camera) {
        PandaArm arm = env.arm();
        RigidTransform gripper = arm.link(PandaArm.FLANGE);
        camera.pose(gripper, cameraPose);
        drawRoom(camera);
        for (int i = 0; i < env.objectNames().size(); i++) {
            rasterizer.draw(env.model(i).mesh(), env.objectFrame(i));
        }
        for (int i = 0; i < LINKS.size(); i++) {
            rasterizer.draw(LINKS.get(i), arm.link(i));
        }
        drawFinger(gripper, env.fingerPosition(), 1, LEFT_FINGER);
        drawFinger(gripper, env.fingerPosition(), -1, RIGHT_FINGER);
    }

    /** A camera that stands still sees the same room in every picture. */
    private void drawRoom(PinholeCamera camera) {
        double focal = camera.focalLengthPixels(size.heightPixels());
        Rasterizer.Background room = rooms.get(camera);
        if (room != null) {
            rasterizer.begin(cameraPose, focal, room);
            return;
        }
        rasterizer.begin(cameraPose, focal);
        rasterizer.draw(ROOM, world);
        if (!camera.isOnGripper()) {
            rooms.put(camera, rasterizer.copy());
        }
    }

    private void drawFinger(RigidTransform gripper, double finger, int side, Mesh mesh) {
        local.setAxisAngle(0, 0, 1, 0);
        local.setPosition(0, side * Gripper2F85.padY(finger), Gripper2F85.padZ(finger));
        pose.setProduct(gripper, local);
        rasterizer.draw(mesh, pose);
        local.setAxisAngle(1, 0, 0, -side * (KNUCKLE_OPEN_TILT - finger));
        local.setPosition(0, side * 0.0306, 0.0549);
        pose.setProduct(gripper, local);
        rasterizer.draw(KNUCKLE, pose);
    }
}
