package io.github.roboreel.recorder.plan;

import io.github.roboreel.recorder.EpisodeOutcome;
import java.util.Map;

/**
 * Adds free attributes to every episode that is recorded and ended by its caller; not to one that is discarded, or
 * broken off by closing the recorder. Called on the thread that ends the episode, before the end is handed over; what
 * it throws comes out of {@code end}, and the episode continues.
 */
@FunctionalInterface
public interface EpisodeCallback {
    /** Adds nothing. */
    EpisodeCallback NONE = ending -> Map.of();

    /**
     * Attributes of an episode that ends; they replace those of their names.
     *
     * @param ending how it ends
     * @return as {@link EpisodeOutcome#withAttributes} takes them; may be empty
     */
    Map<String, ?> attributes(EpisodeEnding ending);
}
