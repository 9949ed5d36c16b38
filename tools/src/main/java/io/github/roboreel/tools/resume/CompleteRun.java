package io.github.roboreel.tools.resume;

import io.github.roboreel.tools.folder.EpisodeRecord;
import java.util.List;

/**
 * A run that need not be recorded again.
 *
 * @param results its result lines, one per env
 * @param missingFiles logs and videos that belong to it and are not there, in words; they do not make it incomplete,
 *     since its data are
 */
public record CompleteRun(List<EpisodeRecord> results, List<String> missingFiles) {
    /** Copies the lists. */
    public CompleteRun {
        results = List.copyOf(results);
        missingFiles = List.copyOf(missingFiles);
    }
}
