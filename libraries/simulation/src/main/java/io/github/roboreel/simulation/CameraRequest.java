package io.github.roboreel.simulation;

import java.util.Objects;

/**
 * What cameras are wanted for. A simulator renders no picture that is not wanted. Immutable.
 *
 * @param size of all pictures
 * @param storeImages whether the sensor cameras' pictures are datasets of the run files
 * @param sensorVideo whether a video shows the sensor cameras
 * @param viewportVideo whether a video shows the scene from outside; its pictures are never stored
 */
public record CameraRequest(ImageSize size, boolean storeImages, boolean sensorVideo, boolean viewportVideo) {
    /** Nothing is rendered. */
    public static final CameraRequest NONE = new CameraRequest(ImageSize.DEFAULT, false, false, false);

    /** Requires a size. */
    public CameraRequest {
        Objects.requireNonNull(size, "size");
    }
}
