package io.github.roboreel.fleet.export;

import java.io.Serializable;
import java.util.List;

/**
 * What came of a shard.
 *
 * @param shard its number
 * @param files that were made; none when an episode cannot be read
 * @param aboutJson what the exporter must know of it; empty likewise
 * @param unreadable episodes that cannot be read
 */
record ShardOutcome(int shard, List<MadeFile> files, String aboutJson, List<Unreadable> unreadable)
        implements Serializable {
    /**
     * A file of the dataset.
     *
     * @param name below the dataset's folder, with slashes
     */
    record MadeFile(String name, long bytes, String sha256) implements Serializable {}

    /**
     * An episode that cannot be read.
     *
     * @param facts the file of its facts
     * @param offset of them there
     * @param file its run file
     * @param problem what is wrong
     */
    record Unreadable(String facts, long offset, String file, String problem) implements Serializable {}

    ShardOutcome {
        files = List.copyOf(files);
        unreadable = List.copyOf(unreadable);
    }
}
