package io.github.roboreel.tools.report;

import io.github.roboreel.tools.RateInterval;

/**
 * What a report shows.
 *
 * @param grouping what the rows stand for
 * @param episodes whether a row per episode follows
 * @param metrics whether columns with trajectory metrics are added
 * @param stddev whether means come with their sample standard deviation, and the failures' score is
 *     added
 * @param timing whether columns with wall-clock times are added
 * @param excludeContainers whether wrong objects that are containers do not count
 * @param interval which interval of a success rate
 */
public record ReportOptions(
        Grouping grouping,
        boolean episodes,
        boolean metrics,
        boolean stddev,
        boolean timing,
        boolean excludeContainers,
        RateInterval interval) {}
