package io.github.roboreel.dashboard.index;

import java.util.List;
import java.util.Optional;

/** The output folders below the served ones, with their episodes, as of the newest look. Thread-safe. */
public interface ServedRecordings {
    /** All of them, by path. */
    List<Recording> all();

    /** The one of that id. */
    Optional<Recording> recording(String id);

    /** Where the episode of that id lies; also of one that is being recorded. */
    Optional<EpisodePlace> episode(String id);

    /** Whether there is an episode of that id. */
    default boolean hasEpisode(String id) {
        return episode(id).isPresent();
    }

    /** Asks for a look before its time, since something was seen to have changed; does not wait. */
    default void lookSoon() {}
}
