package io.github.roboreel.recorder.metrics;

import io.github.roboreel.recorder.plan.StepSchedule;
import io.github.roboreel.recorder.spi.EpisodeMetricSet;
import io.github.roboreel.recorder.spi.EpisodeReader;
import io.github.roboreel.recorder.spi.MetricInfo;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Computes a list of metrics. Immutable; any thread may use it.
 *
 * @param metrics what to compute, in the order of the results; names are unique
 */
public record EpisodeMetrics(List<EpisodeMetric> metrics) {
    /** The eight that RoboLab writes, in its order. */
    public static final EpisodeMetrics ROBOLAB = new EpisodeMetrics(StandardMetrics.ROBOLAB);

    /** RoboLab's, then RoboReel's own. */
    public static final EpisodeMetrics STANDARD = new EpisodeMetrics(StandardMetrics.ALL);

    /**
     * Copies the list.
     *
     * @throws IllegalArgumentException if two metrics have the same name
     */
    public EpisodeMetrics {
        metrics = List.copyOf(metrics);
        List<String> names = metrics.stream().map(EpisodeMetric::name).toList();
        if (names.stream().distinct().count() != names.size()) {
            throw new IllegalArgumentException(
                    "metric names must be unique, given " + names + "; rename the repeated one");
        }
    }

    /** Names of the metrics, in their order. */
    public List<String> names() {
        return metrics.stream().map(EpisodeMetric::name).toList();
    }

    /** What tables show of them, in their order. */
    public List<MetricInfo> infos() {
        return metrics.stream().map(EpisodeMetric::info).toList();
    }

    /**
     * All metrics of a stored episode.
     *
     * @param episode the stored episode
     * @param dtSeconds time between two steps, s
     * @param settings what the robot's datasets mean
     * @return name to number, null for one that is undefined, infinite or lacks a dataset it needs; empty when the
     *     episode is shorter than {@link EpisodeSignals#MINIMUM_STEPS}, or its rows have no common period
     * @throws IOException if the episode cannot be read or its datasets contradict each other
     * @throws IllegalArgumentException if {@code dtSeconds} is not positive and finite
     */
    public Map<String, Double> compute(EpisodeReader episode, double dtSeconds, MetricSettings settings)
            throws IOException {
        if (StepSchedule.isIrregular(episode.attributes())) {
            return Collections.emptyMap();
        }
        return EpisodeSignals.read(episode, dtSeconds, settings)
                .map(this::compute)
                .orElse(Collections.emptyMap());
    }

    /** The metrics of episodes of one robot. */
    public EpisodeMetricSet forRobot(MetricSettings settings) {
        return new EpisodeMetricSet() {
            @Override
            public Map<String, Double> compute(EpisodeReader episode, double dtSeconds) throws IOException {
                return EpisodeMetrics.this.compute(episode, dtSeconds, settings);
            }

            @Override
            public Set<String> names() {
                return Set.copyOf(EpisodeMetrics.this.names());
            }
        };
    }

    /**
     * All metrics of signals in memory.
     *
     * @return name to number in the order of {@link #metrics}, null for an undefined or infinite one; unmodifiable
     */
    public Map<String, Double> compute(EpisodeSignals signals) {
        Map<String, Double> results = new LinkedHashMap<>();
        for (EpisodeMetric metric : metrics) {
            double value = metric.compute(signals);
            results.put(metric.name(), Double.isFinite(value) ? value : null);
        }
        return Collections.unmodifiableMap(results);
    }
}
