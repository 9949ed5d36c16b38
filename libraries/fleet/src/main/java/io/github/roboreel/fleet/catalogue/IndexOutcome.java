package io.github.roboreel.fleet.catalogue;

import io.github.roboreel.fleet.storage.Location;
import io.github.roboreel.recordings.folder.FileFault;
import java.util.List;

/**
 * What an indexing came to. Immutable.
 *
 * @param file the catalogue
 * @param folders how many it is of
 * @param episodes rows in it
 * @param runFilesRead how many run files were opened
 * @param runFilesUnchanged how many were not, for their rows are taken over
 * @param foldersGone how many folders the catalogue of before had besides
 * @param problems what could not be read or is doubtful
 */
public record IndexOutcome(
        Location file,
        long folders,
        long episodes,
        long runFilesRead,
        long runFilesUnchanged,
        long foldersGone,
        List<FileFault> problems) {
    public IndexOutcome {
        problems = List.copyOf(problems);
    }
}
