package io.github.roboreel.dataset.transform;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recordings.episodes.EpisodeFacts;
import java.io.IOException;

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

    /** What is known of the changed episode. */
    default EpisodeFacts facts(EpisodeFacts facts) {
        return facts;
    }
}
