package io.github.roboreel.recorder.hdf5.deflate;

import io.github.roboreel.recorder.schema.Field;

/**
 * A chunk that every frame of a STEP image has: the whole frame, or one of its colour planes.
 *
 * @param index among all of the schema's
 * @param imageIndex among the stored STEP images in declared order
 * @param plane channel of the image, or 0 for whole frames
 * @param numPlanes chunks that a frame has
 */
public record FrameChunk(int index, Field image, int imageIndex, int plane, int numPlanes) {
    /** Before it is compressed. */
    public int sizeBytes() {
        return image.rowBytes() / numPlanes;
    }
}
