package io.github.roboreel.cli.plot;

import io.github.roboreel.recorder.EpisodeEvent;
import io.github.roboreel.recorder.metrics.EpisodeSignals;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Signals of an episode that are drawn.
 *
 * @param title which episode it is
 * @param signals its movement; row k is the state after step k
 * @param jointNames of the joint positions, in their order; empty where the recording does not say them
 * @param metrics its metrics by name; null where one has no value
 * @param scores its score over time; empty when it has none
 * @param events in time, steps counted from 1
 */
record EpisodeTrace(
        Title title,
        EpisodeSignals signals,
        List<String> jointNames,
        Map<String, Double> metrics,
        Optional<ScoreTrack> scores,
        List<EpisodeEvent> events) {
    EpisodeTrace {
        jointNames = List.copyOf(jointNames);
        events = List.copyOf(events);
    }

    /**
     * Which episode a picture shows.
     *
     * @param envName name of the env folder
     * @param label which episode, for people
     * @param fileStem which episode, as part of a file name
     * @param verdict how it ended
     */
    record Title(String envName, String label, String fileStem, Verdict verdict) {
        String text() {
            return envName + ", " + label + ": " + verdict.label();
        }
    }

    Verdict verdict() {
        return title.verdict;
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

    /**
     * A score that holds until it changes.
     *
     * @param steps after how many steps it takes each value, ascending
     * @param values 0 to 1, one per step
     */
    record ScoreTrack(double[] steps, double[] values) {
        /** From a score per step, shape (T); T is positive. */
        static ScoreTrack dense(double[] scores) {
            int[] kept = IntStream.range(0, scores.length)
                    .filter(row -> row == 0 || row == scores.length - 1 || scores[row] != scores[row - 1])
                    .toArray();
            return new ScoreTrack(
                    IntStream.of(kept).mapToDouble(row -> row + 1).toArray(),
                    IntStream.of(kept).mapToDouble(row -> scores[row]).toArray());
        }

        /**
         * From the scores that events carry, for recordings whose score rows do not say their step.
         *
         * @param finalScore score at the end; empty when unknown
         * @return empty when neither an event nor the end has a score
         */
        static Optional<ScoreTrack> ofEvents(List<EpisodeEvent> events, int finalStep, OptionalDouble finalScore) {
            if (EpisodeEvent.lastScore(events) == null && finalScore.isEmpty()) {
                return Optional.empty();
            }
            List<double[]> points = new ArrayList<>();
            points.add(new double[] {0, 0});
            events.stream()
                    .filter(event -> event.score() != null)
                    .forEach(event -> points.add(new double[] {event.step(), event.score()}));
            double last = points.get(points.size() - 1)[1];
            points.add(new double[] {finalStep, finalScore.orElse(last)});
            return Optional.of(new ScoreTrack(
                    points.stream().mapToDouble(point -> point[0]).toArray(),
                    points.stream().mapToDouble(point -> point[1]).toArray()));
        }
    }
}
