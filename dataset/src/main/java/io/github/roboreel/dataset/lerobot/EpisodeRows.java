package io.github.roboreel.dataset.lerobot;

import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.tools.episodes.EpisodeFacts;

/**
 * An episode on its way into the dataset.
 *
 * @param index of the episode in the dataset
 * @param firstRow global index of its first frame
 * @param task index of its task
 * @param steps number of its frames
 * @param rewards one per step; empty when the dataset has none
 */
record EpisodeRows(
        EpisodeFacts facts, EpisodeReader reader, int index, long firstRow, int task, int steps, double[] rewards) {}
