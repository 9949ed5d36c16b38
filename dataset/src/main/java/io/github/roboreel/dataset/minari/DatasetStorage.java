package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;

/** How the arrays of a dataset are stored. */
interface DatasetStorage {
    /** As Minari names it. */
    String label();

    /** Starts in a folder that is there and empty. */
    EpisodeStore create(Path data) throws IOException;

    /**
     * Adds to a dataset without touching it.
     *
     * @param data the dataset's {@code data}
     * @param work a folder that is there and empty
     */
    EpisodeStore extend(Path data, Path work, Totals totals) throws IOException;

    /** Whether the work folder of an extended dataset holds the old episodes, too. */
    boolean copiesOldEpisodes();

    /**
     * Moves what was added into the dataset, or what is left of it when a move was broken off. Whoever reads the
     * dataset meanwhile, with the old metadata, sees the old episodes.
     */
    void publish(Path work, Path data) throws IOException;

    /**
     * Opens what is in a folder.
     *
     * @param arrays what observations and actions should be, by path
     */
    StoredEpisodes open(Path data, Map<String, StoredArray> arrays) throws IOException;
}
