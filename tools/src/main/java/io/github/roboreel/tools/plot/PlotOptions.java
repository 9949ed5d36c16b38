package io.github.roboreel.tools.plot;

import io.github.roboreel.recorder.metrics.MetricSettings;
import io.github.roboreel.tools.statistics.RateInterval;

/**
 * Selection of plots and of their content. Immutable.
 *
 * @param selection which episodes are drawn one by one; rates and means are always those of all
 * @param comparison what rates and means are compared by
 * @param interval which interval of a success rate
 * @param robot what the robot's datasets mean
 */
public record PlotOptions(
        EpisodeSelection selection, Comparison comparison, RateInterval interval, MetricSettings robot) {}
