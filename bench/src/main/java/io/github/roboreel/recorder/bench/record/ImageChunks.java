package io.github.roboreel.recorder.bench.record;

import java.util.Locale;

/** Cuts of frames into chunks: the values of {@code hdf5.image_chunks}. */
public enum ImageChunks {
    /** As each field's {@code noiseFree} says. */
    AUTO,
    /** A chunk for each colour plane. */
    PLANES,
    /** A chunk for each frame. */
    FRAMES;

    /** The setting's value. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
