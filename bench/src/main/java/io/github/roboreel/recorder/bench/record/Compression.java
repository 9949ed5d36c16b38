package io.github.roboreel.recorder.bench.record;

import java.util.Locale;

/** How the run file's chunks are compressed: the values of {@code hdf5.compression}. */
public enum Compression {
    /** The least time. */
    FAST,
    /** Smaller files for more time. */
    BALANCED,
    /** None at all. */
    NONE;

    /** The setting's value. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
