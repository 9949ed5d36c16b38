package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.util.Map;

/** Reads episodes back, knowing nothing of where they came from. */
interface StoredEpisodes extends AutoCloseable {
    /**
     * Requires that exactly the episodes of these numbers are there, and nothing else.
     *
     * @throws IOException naming what is missing or too much
     */
    void requireExactly(long from, long to) throws IOException;

    /** What is noted with an episode; names as they were given. */
    Map<String, Object> attributes(long number) throws IOException;

    /** All arrays of an episode, in any order. */
    void arrays(long number, ArraySink sink) throws IOException;

    @Override
    void close() throws IOException;
}
