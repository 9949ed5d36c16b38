package io.github.roboreel.dataset;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * A planned dataset. Its bytes depend on the plan and the episodes alone: on no clock, machine, thread or attempt. For
 * one thread.
 */
public interface ShardedDataset {
    /** What users of the dataset should know, a sentence each; {@link #finish} may add what only the shards showed. */
    List<String> notes();

    /** Whether {@link #write} reads the videos of episodes, which then must be files of this machine. */
    default boolean readsVideos() {
        return false;
    }

    /**
     * Makes the files of a shard under their final names, reads them back and compares.
     *
     * @param episodes of the shard, in order
     * @param folder an empty one, which stands for the dataset's
     * @param progress receives the steps that were written, then those that were compared
     * @return what {@link #finish} must know of it: small
     * @throws IOException when reading or writing fails, or what was read back differs
     */
    JsonNode write(Shard shard, EpisodeSource episodes, Path folder, ExportProgress progress) throws IOException;

    /**
     * Makes the files about the whole dataset.
     *
     * @param shards what {@link #write} gave of each, in their order; gone through once
     * @param folder an empty one, which stands for the dataset's
     * @return their names below the folder, with slashes; readers find a dataset when the last one is there
     */
    List<String> finish(Iterable<JsonNode> shards, Path folder) throws IOException;
}
