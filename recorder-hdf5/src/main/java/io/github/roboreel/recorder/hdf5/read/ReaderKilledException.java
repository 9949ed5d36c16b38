package io.github.roboreel.recorder.hdf5.read;

import java.io.IOException;

/** A run file so damaged that reading it kills the HDF5 library, or never ends. */
public final class ReaderKilledException extends IOException {
    private static final long serialVersionUID = 1;

    public ReaderKilledException(String sentence, Throwable cause) {
        super(sentence, cause);
    }
}
