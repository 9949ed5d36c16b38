package io.github.roboreel.tools.folder;

import java.nio.file.Path;
import java.util.OptionalInt;

/**
 * A file with demos.
 *
 * @param path {@code run_<i>.hdf5}, or the legacy {@code data.hdf5}
 * @param run index of the run; empty for the legacy file, whose demos are numbered by episode
 */
public record RunFile(Path path, OptionalInt run) {
    /** Whether its demos are numbered by episode instead of env. */
    public boolean isLegacy() {
        return run.isEmpty();
    }
}
