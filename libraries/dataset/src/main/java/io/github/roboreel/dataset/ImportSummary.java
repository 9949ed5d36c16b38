package io.github.roboreel.dataset;

import java.nio.file.Path;
import java.util.List;

/**
 * What an import made.
 *
 * @param folder the output folder
 * @param episodes that were recorded
 * @param steps of all of them
 * @param notes what was left out or assumed, a sentence each
 */
public record ImportSummary(Path folder, long episodes, long steps, List<String> notes) {
    /** Copies the list. */
    public ImportSummary {
        notes = List.copyOf(notes);
    }
}
