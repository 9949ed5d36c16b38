package io.github.roboreel.export;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import java.io.IOException;

/**
 * The episodes to export, in the order of the dataset. May be gone through several times and then
 * gives the same ones.
 */
public interface EpisodeSource {
    /** Takes one episode; the reader is usable during the call only. */
    @FunctionalInterface
    interface Visitor {
        void visit(EpisodeFacts facts, EpisodeReader episode) throws IOException;
    }

    /**
     * Goes through all of them.
     *
     * @throws IOException of the visitor, or when an episode cannot be read
     */
    void visit(Visitor visitor) throws IOException;

    /** The same episodes, composite actions joined to one vector. */
    default EpisodeSource withJoinedActions() {
        return visitor ->
                visit((facts, episode) -> visitor.visit(facts, JoinedActions.of(episode)));
    }
}
