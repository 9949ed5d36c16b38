package io.github.roboreel.dataset.lerobot;

import java.io.IOException;

/** Where the rows of a column come from. */
@FunctionalInterface
interface RowSource {
    /** Rows {@code from} (inclusive) to {@code to} (exclusive), little-endian, row-major. */
    byte[] read(EpisodeRows episode, long from, long to) throws IOException;
}
