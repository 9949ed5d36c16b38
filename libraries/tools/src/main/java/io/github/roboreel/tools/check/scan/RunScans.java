package io.github.roboreel.tools.check.scan;

import java.io.IOException;
import java.nio.file.Path;

/** Scans run files, damaged ones among them. For one thread. */
public interface RunScans extends AutoCloseable {
    /**
     * Reads a whole run file.
     *
     * @param dtSeconds control period for its metrics, s; 0 when unknown
     * @throws IOException when no run file can be read at all; damage is no exception
     */
    RunFacts scan(Path file, double dtSeconds) throws IOException;

    @Override
    void close();
}
