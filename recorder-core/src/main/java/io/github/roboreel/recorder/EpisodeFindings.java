package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeReader;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What is read back from a stored episode.
 *
 * @param metrics name to number, null where there is no value
 * @param score the last score of its subtasks
 */
record EpisodeFindings(Map<String, Double> metrics, Optional<Double> score) {
    static final EpisodeFindings NONE = new EpisodeFindings(Map.of(), Optional.empty());

    private static final String SCORE = "subtask/score";

    EpisodeFindings withScoreOf(EpisodeReader episode) throws IOException {
        return new EpisodeFindings(metrics, lastScore(episode));
    }

    EpisodeFindings withMetricsOf(
            EpisodeReader episode, EpisodeInfo info, List<EpisodeMetricSet> metricSets)
            throws IOException {
        Map<String, Double> computed = new LinkedHashMap<>();
        for (EpisodeMetricSet set : metricSets) {
            computed.putAll(set.compute(episode, info.dtSeconds()));
        }
        return new EpisodeFindings(computed, score);
    }

    private static Optional<Double> lastScore(EpisodeReader episode) throws IOException {
        long rows = episode.has(SCORE) ? episode.info(SCORE).rows() : 0;
        return rows == 0
                ? Optional.empty()
                : Optional.of(episode.readDoubles(SCORE, rows - 1, rows)[0]);
    }
}
