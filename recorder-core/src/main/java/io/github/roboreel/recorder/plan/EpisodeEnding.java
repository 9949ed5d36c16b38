package io.github.roboreel.recorder.plan;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeId;
import io.github.roboreel.recorder.EpisodeInfo;
import io.github.roboreel.recorder.EpisodeOutcome;
import java.util.List;

/**
 * State of an episode when it ends.
 *
 * @param id which episode
 * @param info what was known before
 * @param outcome what the caller says
 * @param numSamples rows that were stored
 * @param stepsTaken steps that were handed over, stored or not
 * @param events what happened in it, in order, each with the row it is noted at
 */
public record EpisodeEnding(
        EpisodeId id,
        EpisodeInfo info,
        EpisodeOutcome outcome,
        long numSamples,
        long stepsTaken,
        List<EpisodeEvent> events) {
    /** Copies the list. */
    public EpisodeEnding {
        events = List.copyOf(events);
    }
}
