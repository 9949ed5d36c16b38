package io.github.roboreel.tools.compact;

import io.github.roboreel.recorder.hdf5.compact.CompactionReport;
import java.nio.file.Path;
import java.util.List;

/**
 * Result of compacting an output folder. Immutable.
 *
 * @param folder the output folder
 * @param runs one report per run file that was looked into
 * @param refusals why a run file was left as it is, a sentence each
 */
public record FolderCompactionReport(Path folder, List<CompactionReport> runs, List<String> refusals) {
    /** Copies the lists. */
    public FolderCompactionReport {
        runs = List.copyOf(runs);
        refusals = List.copyOf(refusals);
    }

    /** Whether every run file could be looked into. */
    public boolean isComplete() {
        return refusals.isEmpty();
    }
}
