package io.github.roboreel.dataset.rlds;

import io.github.roboreel.dataset.EpisodeFacts;
import io.github.roboreel.recorder.spi.EpisodeReader;

/**
 * An episode on its way into the dataset.
 *
 * @param facts what is known of it
 * @param reader its arrays
 * @param id unique in this dataset and others
 * @param actions number of recorded steps, T
 * @param hasLastStep whether a step with the observation after the last action follows them
 */
record Episode(EpisodeFacts facts, EpisodeReader reader, String id, int actions, boolean hasLastStep) {

    /** Number of steps in the dataset, N. */
    int steps() {
        return hasLastStep ? actions + 1 : actions;
    }
}
