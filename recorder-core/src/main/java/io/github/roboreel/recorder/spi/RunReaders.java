package io.github.roboreel.recorder.spi;

import java.io.IOException;
import java.nio.file.Path;

/** Opens run files, by the native HDF5 library or in plain Java. For any thread; each reader is for one. */
@FunctionalInterface
public interface RunReaders {
    /**
     * Opens a run file.
     *
     * @throws IOException in one sentence that names the file, when it cannot be opened
     */
    RunReader open(Path file) throws IOException;
}
