package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeInfo;

/**
 * Begin of an episode, as a sink learns of it.
 *
 * @param simEnv the simulator's env, from 0; the number of the demo unless episodes are continuous
 * @param info what is known of the episode: that of the run, or what its begin was given instead, with the run's period
 */
public record EpisodeBegin(int simEnv, EpisodeInfo info) {}
