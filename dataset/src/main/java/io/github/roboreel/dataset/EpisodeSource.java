package io.github.roboreel.dataset;

import io.github.roboreel.dataset.minari.MinariOrigin;
import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import java.io.IOException;
import java.util.Optional;

/**
 * The episodes to export, in the order of the dataset. May be gone through several times and then gives the same ones.
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

    /**
     * The same episodes, composite actions joined to one vector; in the order of the keys that a dataset had which they
     * were imported from.
     */
    default EpisodeSource withJoinedActions() {
        return visitor -> visit((facts, episode) -> visitor.visit(facts, joined(facts, episode)));
    }

    private static EpisodeReader joined(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        if (episode.has(DemoPaths.ACTIONS)) {
            return episode;
        }
        Optional<MinariOrigin> origin = MinariOrigin.in(facts.environmentConfig());
        return JoinedActions.of(
                episode, field -> origin.map(imported -> imported.path(field)).orElse(field));
    }
}
