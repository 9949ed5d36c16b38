package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.metrics.EpisodeSignals;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Signals of an episode that are drawn.
 *
 * @param envName name of the env folder
 * @param label which episode, for people
 * @param fileStem which episode, as part of a file name
 * @param verdict how it ended
 * @param signals its movement; row k is the state after step k
 * @param metrics its metrics by name; null where one has no value
 * @param scores its score over time; empty when it has none
 * @param events in time, steps counted from 1
 */
record EpisodeTrace(
        String envName,
        String label,
        String fileStem,
        Verdict verdict,
        EpisodeSignals signals,
        Map<String, Double> metrics,
        Optional<ScoreTrack> scores,
        List<EpisodeEvent> events) {
    EpisodeTrace {
        events = List.copyOf(events);
    }

    String subtitle() {
        return envName + ", " + label + ": " + verdict.label();
    }

    /** Seconds since the start at each row, shape (rows). */
    double[] times(int rows) {
        double[] times = new double[rows];
        for (int row = 0; row < rows; row++) {
            times[row] = seconds(row + 1);
        }
        return times;
    }

    /** Seconds since the start after a number of steps. */
    double seconds(int steps) {
        return steps * signals.dtSeconds();
    }
}
