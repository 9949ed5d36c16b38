package io.github.roboreel.recorder.spi;

import java.io.IOException;
import java.util.Map;

/** Numbers about a stored episode, computed after it ended; any thread may call it. */
public interface EpisodeMetricSet {
    /**
     * Computes them.
     *
     * @param episode the stored episode
     * @param dtSeconds time between two steps
     * @return name to number in the order of the results, null where there is no value; empty when
     *     the episode is too short
     * @throws IOException when the episode cannot be read
     */
    Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException;
}
