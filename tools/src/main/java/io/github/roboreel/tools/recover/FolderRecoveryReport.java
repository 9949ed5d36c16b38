package io.github.roboreel.tools.recover;

import io.github.roboreel.recorder.hdf5.recover.RecoveryReport;
import java.nio.file.Path;
import java.util.List;

/**
 * Result of the recovery of an output folder. Immutable.
 *
 * @param folder the output folder
 * @param runs one report per run that was looked into; empty when every run had been closed
 * @param resultLines result lines that were re-created
 * @param finishedVideos videos that were finished, up to their last whole frame
 * @param notes what else was done or found, a sentence each; nothing of it is a loss
 * @param losses result lines that could not be restored, a sentence each
 */
public record FolderRecoveryReport(
        Path folder,
        List<RecoveryReport> runs,
        int resultLines,
        List<Path> finishedVideos,
        List<String> notes,
        List<String> losses) {
    /** Copies the lists. */
    public FolderRecoveryReport {
        runs = List.copyOf(runs);
        finishedVideos = List.copyOf(finishedVideos);
        notes = List.copyOf(notes);
        losses = List.copyOf(losses);
    }

    /** Whether everything that was acknowledged is back: steps, flushed chunks, result lines. */
    public boolean isComplete() {
        return losses.isEmpty() && runs.stream().allMatch(RecoveryReport::isComplete);
    }
}
