package io.github.roboreel.dataset;

import java.nio.file.Path;
import java.util.List;

/**
 * What an export made.
 *
 * @param target the finished dataset
 * @param episodes in it, those that were there before an append among them
 * @param steps actions of all episodes exported now
 * @param arraysCompared arrays that were read back and found equal to their source
 * @param notes what the reader of the dataset should know, a sentence each
 */
public record ExportSummary(Path target, long episodes, long steps, long arraysCompared, List<String> notes) {
    /** Copies the list. */
    public ExportSummary {
        notes = List.copyOf(notes);
    }
}
