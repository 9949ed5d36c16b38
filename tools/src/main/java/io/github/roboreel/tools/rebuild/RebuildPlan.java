package io.github.roboreel.tools.rebuild;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.roboreel.tools.FileFault;
import java.nio.file.Path;
import java.util.List;

/**
 * Plan of a rebuild.
 *
 * @param folder the output folder
 * @param resultsFile the file that would be written
 * @param kept lines that stay as they are
 * @param unreadable lines that are no results and would be set aside with the old file
 * @param added lines of demos that had none, run by run and env by env
 * @param problems what could not be read, so that lines may be missing still
 */
public record RebuildPlan(
        Path folder, Path resultsFile, int kept, int unreadable, List<ObjectNode> added, List<FileFault> problems) {
    /** Copies the lists. */
    public RebuildPlan {
        added = List.copyOf(added);
        problems = List.copyOf(problems);
    }

    /** Whether the file would change. */
    public boolean isNeeded() {
        return !added.isEmpty() || unreadable > 0;
    }
}
