package io.github.roboreel.simulator;

import io.github.roboreel.simulation.CameraRequest;
import io.github.roboreel.simulation.ImageSize;
import java.util.ArrayList;
import java.util.List;

/**
 * Cameras that are rendered for a request. Immutable.
 *
 * @param request what they are wanted for
 */
record CameraPlan(CameraRequest request) {
    /** The cameras that are rendered after every step, sensors first. */
    List<PinholeCamera> cameras() {
        List<PinholeCamera> cameras = new ArrayList<>();
        if (request.storeImages() || request.sensorVideo()) {
            cameras.addAll(PinholeCamera.sensors());
        }
        if (request.viewportVideo()) {
            cameras.add(PinholeCamera.VIEWPORT);
        }
        return cameras;
    }

    /** Whether a camera's images become datasets of the run files. */
    boolean stored(PinholeCamera camera) {
        return request.storeImages() && PinholeCamera.sensors().contains(camera);
    }

    /** Bytes of the images that an env holds. */
    long frameBytes() {
        return (long) cameras().size() * size().frameBytes();
    }

    /** Bytes of a renderer: a colour and a depth per pixel, of the picture and of the rooms that it keeps. */
    long rendererBytes() {
        long pixels = (long) size().widthPixels() * size().heightPixels();
        return cameras().size() * pixels * (Integer.BYTES + Float.BYTES);
    }

    /** Of all pictures. */
    ImageSize size() {
        return request.size();
    }
}
