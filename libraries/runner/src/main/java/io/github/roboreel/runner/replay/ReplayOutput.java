package io.github.roboreel.runner.replay;

import java.nio.file.Path;
import java.util.Objects;

/**
 * Where a replay is recorded. Immutable.
 *
 * @param folder an output folder
 * @param drawing draws the drift into its env folders
 */
public record ReplayOutput(Path folder, DriftDrawing drawing) {
    /** Requires both. */
    public ReplayOutput {
        Objects.requireNonNull(folder, "folder");
        Objects.requireNonNull(drawing, "drawing");
    }
}
