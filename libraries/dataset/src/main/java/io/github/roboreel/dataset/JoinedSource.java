package io.github.roboreel.dataset;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.JoinedActions;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import io.github.roboreel.recordings.episodes.EpisodeSource;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * The same episodes, composite actions joined to one vector; in the order of the keys that a dataset had which they
 * were imported from.
 *
 * @param recorded the episodes as they are
 */
public record JoinedSource(EpisodeSource recorded) implements EpisodeSource {
    @Override
    public void visit(Visitor visitor) throws IOException {
        recorded.visit((facts, episode) -> visitor.visit(facts, joined(facts, episode)));
    }

    @Override
    public void look(Visitor visitor) throws IOException {
        recorded.look((facts, episode) -> visitor.visit(facts, joined(facts, episode)));
    }

    @Override
    public List<String> notes() {
        return recorded.notes();
    }

    /**
     * An episode with its actions joined; itself when they are one array or none.
     *
     * @throws IOException when it cannot be read
     */
    public static EpisodeReader joined(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        if (episode.has(DemoPaths.ACTIONS)) {
            return episode;
        }
        Optional<OriginalPaths> original = OriginalPaths.in(facts.environmentConfig());
        return JoinedActions.of(
                episode, field -> original.map(paths -> paths.of(field)).orElse(field));
    }
}
