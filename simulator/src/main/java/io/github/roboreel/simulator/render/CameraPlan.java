package io.github.roboreel.simulator.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Plan of the cameras that are rendered, and their uses. Immutable.
 *
 * @param size of all images
 * @param storeImages whether the sensor cameras' images are datasets of the run files
 * @param sensorVideo whether a video wants the sensor cameras
 * @param viewportVideo whether a video wants the viewport; its images are never stored
 */
public record CameraPlan(ImageSize size, boolean storeImages, boolean sensorVideo, boolean viewportVideo) {
    /** Nothing is rendered. */
    public static final CameraPlan NONE = new CameraPlan(ImageSize.DEFAULT, false, false, false);

    /** Requires a size. */
    public CameraPlan {
        Objects.requireNonNull(size, "size");
    }

    /** The cameras that are rendered after every step, sensors first. */
    public List<Camera> cameras() {
        List<Camera> cameras = new ArrayList<>();
        if (storeImages || sensorVideo) {
            cameras.addAll(Camera.sensors());
        }
        if (viewportVideo) {
            cameras.add(Camera.VIEWPORT);
        }
        return cameras;
    }

    /** Whether a camera's images become datasets of the run files. */
    public boolean stored(Camera camera) {
        return storeImages && Camera.sensors().contains(camera);
    }

    /** Bytes of the images that an env holds. */
    public long frameBytes() {
        return (long) cameras().size() * size.frameBytes();
    }

    /** Bytes of a renderer: a colour and a depth per pixel. */
    public long rendererBytes() {
        long pixels = (long) size.widthPixels() * size.heightPixels();
        return cameras().isEmpty() ? 0 : pixels * (Integer.BYTES + Float.BYTES);
    }

    /** A renderer for one thread; null when nothing is rendered. */
    public CameraRenderer renderer() {
        return cameras().isEmpty() ? null : new CameraRenderer(size);
    }
}
