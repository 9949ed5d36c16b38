package io.github.roboreel.fleet.export;

import io.github.roboreel.recordings.folder.FileFault;
import java.util.List;

/**
 * What an export made.
 *
 * @param target the dataset
 * @param plan what was planned, and what was left out of it
 * @param notes what the dataset's readers should know, a sentence each
 */
public record ExportOutcome(String target, PlannedExport plan, List<String> notes) {
    public ExportOutcome {
        notes = List.copyOf(notes);
    }

    /** What is wrong with the sources. */
    public List<FileFault> problems() {
        return plan.faults();
    }
}
