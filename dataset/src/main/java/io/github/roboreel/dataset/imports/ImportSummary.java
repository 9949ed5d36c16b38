package io.github.roboreel.dataset.imports;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * What an import made.
 *
 * @param folder the output folder
 * @param episodes recorded anew
 * @param steps of all of them
 * @param runs number of runs, each of one env, by name of the env folder
 * @param notes what was left out or assumed, a sentence each
 */
public record ImportSummary(Path folder, long episodes, long steps, Map<String, Integer> runs, List<String> notes) {
    /** Copies the collections. */
    public ImportSummary {
        runs = Map.copyOf(runs);
        notes = List.copyOf(notes);
    }
}
