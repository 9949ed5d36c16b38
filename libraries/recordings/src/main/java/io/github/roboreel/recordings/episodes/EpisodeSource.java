package io.github.roboreel.recordings.episodes;

import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.List;

/** Stored episodes in a fixed order. May be gone through several times and then gives the same ones. */
public interface EpisodeSource {
    /** Takes one episode; the reader is usable during the call only. */
    @FunctionalInterface
    interface Visitor {
        /**
         * Takes the next episode.
         *
         * @throws IOException when it cannot be read; ends the visit
         */
        void visit(EpisodeFacts facts, EpisodeReader episode) throws IOException;
    }

    /**
     * Goes through all of them to read their rows.
     *
     * @throws IOException of the visitor, or when an episode cannot be read
     */
    void visit(Visitor visitor) throws IOException;

    /**
     * Goes through all of them to look at what they hold. Sources that know that open no file, unless rows are asked
     * for.
     *
     * @throws IOException of the visitor, or when an episode cannot be read
     */
    default void look(Visitor visitor) throws IOException {
        visit(visitor);
    }

    /**
     * What users of these episodes should know of how they were changed, a sentence each; none as they were recorded.
     */
    default List<String> notes() {
        return List.of();
    }
}
