package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeInfo;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Begin of an episode, as a sink learns of it.
 *
 * @param simEnv the simulator's env, from 0; the number of the demo unless episodes are continuous
 * @param info what is known of the episode: that of the run, or what its begin was given instead, with the run's period
 * @param metadata what the begin was given of the metadata that the episode ends with, reset options among it; JSON's
 *     values by name
 */
public record EpisodeBegin(int simEnv, EpisodeInfo info, Map<String, Object> metadata) {
    /** Copies the metadata. */
    public EpisodeBegin {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }
}
