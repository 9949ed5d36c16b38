package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.EpisodeOutcome;
import java.util.List;

/**
 * End of an episode, as a sink learns of it.
 *
 * @param numSamples steps it had
 * @param outcome what the caller said
 * @param events what happened in it, in order
 * @param finalObservation the FINAL fields, valid during the call only; null when none was given
 */
public record EpisodeEnd(long numSamples, EpisodeOutcome outcome, List<EpisodeEvent> events, RowView finalObservation) {
    /** Copies the list. */
    public EpisodeEnd {
        events = List.copyOf(events);
    }

    /** Events it had: as many as the sink was shown. */
    public long numEvents() {
        return events.size();
    }
}
