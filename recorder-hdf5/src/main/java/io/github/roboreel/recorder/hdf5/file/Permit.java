package io.github.roboreel.recorder.hdf5.file;

import java.io.IOException;

/** Asked between two parts of the work. */
@FunctionalInterface
public interface Permit {
    /** @throws IOException when the work is to be given up */
    void require() throws IOException;
}
