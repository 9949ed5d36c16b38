package io.github.roboreel.dataset;

import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;

/** Makes one kind of dataset. */
public interface Exporter {
    /**
     * Writes the dataset under another name, reads it back, compares, and only then gives it its name. Needs memory for
     * one block of rows, not for an episode.
     *
     * @throws ExportRefusedException when the target exists or the episodes do not fit together; nothing was touched
     * @throws IOException when reading or writing fails, or what was read back differs; nothing has the final name then
     */
    ExportSummary export(EpisodeSource source, ExportProgress progress) throws IOException;
}
