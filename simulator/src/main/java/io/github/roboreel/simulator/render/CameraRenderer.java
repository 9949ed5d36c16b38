package io.github.roboreel.simulator.render;

import io.github.roboreel.format.Sentence;
import io.github.roboreel.simulation.ImageSize;
import io.github.roboreel.simulator.TabletopEnv;
import io.github.roboreel.simulator.physics.Frame;
import io.github.roboreel.simulator.physics.Gripper2F85;
import io.github.roboreel.simulator.physics.PandaArm;
import java.nio.ByteBuffer;
import java.util.List;

/**
 * Renders a {@link TabletopEnv} in software: depth-buffered, flat-shaded triangles.
 *
 * <p>An instance belongs to one thread and one image size and renders any number of envs one after the other; it
 * allocates nothing per frame. The env must not be stepped meanwhile.
 */
public final class CameraRenderer {
    private static final Mesh ROOM = ObjectMeshes.room();
    private static final List<Mesh> LINKS = RobotMeshes.links();
    private static final Mesh LEFT_FINGER = RobotMeshes.finger(1);
    private static final Mesh RIGHT_FINGER = RobotMeshes.finger(-1);
    private static final Mesh KNUCKLE = RobotMeshes.knuckle();
    private static final double KNUCKLE_OPEN_TILT = 0.72;

    private final ImageSize size;
    private final Rasterizer rasterizer;
    private final Frame world = new Frame();
    private final Frame cameraPose = new Frame();
    private final Frame local = new Frame();
    private final Frame pose = new Frame();

    /** Makes a renderer for images of one size. */
    public CameraRenderer(ImageSize size) {
        this.size = size;
        rasterizer = new Rasterizer(size.widthPixels(), size.heightPixels());
    }

    /** The images' size. */
    public ImageSize size() {
        return size;
    }

    /**
     * Renders one frame of the env's present state.
     *
     * @param out receives uint8 RGB, shape (height, width, 3), row 0 on top, from index 0; owned by the caller
     * @throws IllegalArgumentException when {@code out} is shorter than one frame
     */
    public void render(TabletopEnv env, Camera camera, byte[] out) {
        requireRoom(out.length);
        drawScene(env, camera);
        int[] pixels = rasterizer.pixels();
        for (int i = 0, o = 0; i < pixels.length; i++, o += 3) {
            int pixel = pixels[i];
            out[o] = (byte) (pixel >> 16);
            out[o + 1] = (byte) (pixel >> 8);
            out[o + 2] = (byte) pixel;
        }
    }

    /**
     * Renders one frame into a buffer at its position, which advances by one frame.
     *
     * @throws IllegalArgumentException when the buffer has fewer bytes remaining than one frame
     */
    public void render(TabletopEnv env, Camera camera, ByteBuffer out) {
        requireRoom(out.remaining());
        drawScene(env, camera);
        for (int pixel : rasterizer.pixels()) {
            out.put((byte) (pixel >> 16)).put((byte) (pixel >> 8)).put((byte) pixel);
        }
    }

    private void requireRoom(int available) {
        if (available < size.frameBytes()) {
            throw new IllegalArgumentException(Sentence.of(
                    "A %dx%d RGB frame needs %d bytes, given %d.",
                    size.widthPixels(), size.heightPixels(), size.frameBytes(), available));
        }
    }

    private void drawScene(TabletopEnv env, Camera camera) {
        PandaArm arm = env.arm();
        Frame gripper = arm.link(PandaArm.FLANGE);
        camera.pose(gripper, cameraPose);
        rasterizer.begin(cameraPose, camera.focalLengthPixels(size.heightPixels()));
        rasterizer.draw(ROOM, world);
        for (int i = 0; i < env.objectNames().size(); i++) {
            rasterizer.draw(env.model(i).mesh(), env.objectFrame(i));
        }
        for (int i = 0; i < LINKS.size(); i++) {
            rasterizer.draw(LINKS.get(i), arm.link(i));
        }
        drawFinger(gripper, env.fingerPosition(), 1, LEFT_FINGER);
        drawFinger(gripper, env.fingerPosition(), -1, RIGHT_FINGER);
    }

    private void drawFinger(Frame gripper, double finger, int side, Mesh mesh) {
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
