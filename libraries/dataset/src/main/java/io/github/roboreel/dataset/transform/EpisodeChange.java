package io.github.roboreel.dataset.transform;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;
import java.util.List;

/** Shows an episode otherwise than it was recorded. Immutable; reads rows only when it is asked for them. */
public interface EpisodeChange {
    /**
     * The changed arrays.
     *
     * @param facts of the episode as this change gets it
     * @param episode its arrays, usable as long as the result
     * @throws io.github.roboreel.dataset.ExportRefusedException when the episode does not have what is to be changed
     * @throws IOException when it cannot be read
     */
    EpisodeReader arrays(EpisodeFacts facts, EpisodeReader episode) throws IOException;

    /**
     * What is known of the changed episode.
     *
     * @param facts of the episode as this change gets it
     * @param episode its arrays as this change gets them
     * @throws IOException when they cannot be read
     */
    default EpisodeFacts facts(EpisodeFacts facts, EpisodeReader episode) throws IOException {
        return facts;
    }

    /** What readers of the dataset should know besides that there was such a change, a sentence each. */
    default List<String> notes() {
        return List.of();
    }
}
