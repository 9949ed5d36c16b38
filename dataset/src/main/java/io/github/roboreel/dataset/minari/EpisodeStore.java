package io.github.roboreel.dataset.minari;

import java.io.IOException;
import java.util.Map;

/** Stores episodes of a dataset, numbered on from what is there. Complete when closed. */
interface EpisodeStore extends AutoCloseable {
    /** Hands over all arrays of an episode. */
    @FunctionalInterface
    interface Arrays {
        void into(ArraySink sink) throws IOException;
    }

    /**
     * Stores one.
     *
     * @param attributes with its number and its steps
     */
    void write(Map<String, Object> attributes, Arrays arrays) throws IOException;

    @Override
    void close() throws IOException;
}
