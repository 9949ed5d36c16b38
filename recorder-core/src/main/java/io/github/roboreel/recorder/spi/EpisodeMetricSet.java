package io.github.roboreel.recorder.spi;

import java.io.IOException;
import java.util.Map;
import java.util.Set;

/** Numbers about a stored episode, computed after it ended; any thread may call it. */
public interface EpisodeMetricSet {
    /**
     * Computes them.
     *
     * @param episode the stored episode
     * @param dtSeconds time between two steps
     * @return name to number in the order of the results, null where there is no value (NaN and infinities count as
     *     none); empty when the episode is too short. A name that another set gives, too, fails the later one
     * @throws IOException when the episode cannot be read; whatever is thrown fails this set only, and is named
     */
    Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException;

    /**
     * Names of all metrics that it may give, as far as they are known beforehand: values that stand under them in a
     * result line give way when the episode has none. None by default.
     */
    default Set<String> names() {
        return Set.of();
    }
}
