package io.github.roboreel.dashboard.series;

import io.github.roboreel.dashboard.index.EpisodePlace;
import io.github.roboreel.recorder.EpisodeEvent;
import java.util.List;
import java.util.OptionalLong;

/** What is known of an episode that is being recorded before its files say it. Any thread. */
public interface NewestData {
    /** Nothing is. */
    NewestData NONE = new NewestData() {};

    /** Its events so far, in time; steps count from 1. */
    default List<EpisodeEvent> events(EpisodePlace episode) {
        return List.of();
    }

    /** Its steps so far; empty when only the run file knows. */
    default OptionalLong numSamples(EpisodePlace episode) {
        return OptionalLong.empty();
    }
}
