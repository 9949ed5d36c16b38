package io.github.roboreel.recorder;

import io.github.roboreel.format.DemoPaths;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * What is read back from a stored episode.
 *
 * @param metrics name to number, null where there is no value
 * @param metricFailures why a metric set failed, by its name
 * @param score the last score of its subtasks
 */
record EpisodeFindings(Map<String, Double> metrics, Map<String, Throwable> metricFailures, Optional<Double> score) {
    static final EpisodeFindings NONE = new EpisodeFindings(Map.of(), Map.of(), Optional.empty());

    static EpisodeFindings of(EpisodeReader episode, EpisodeInfo info, MetricSets metricSets) throws IOException {
        Optional<Double> score = lastScore(episode);
        MetricSets.Computed computed = metricSets.compute(episode, info.dtSeconds());
        return new EpisodeFindings(computed.values(), computed.failures(), score);
    }

    private static Optional<Double> lastScore(EpisodeReader episode) throws IOException {
        long rows = episode.has(DemoPaths.SUBTASK_SCORE)
                ? episode.info(DemoPaths.SUBTASK_SCORE).rows()
                : 0;
        return rows == 0
                ? Optional.empty()
                : Optional.of(episode.readDoubles(DemoPaths.SUBTASK_SCORE, rows - 1, rows)[0]);
    }
}
