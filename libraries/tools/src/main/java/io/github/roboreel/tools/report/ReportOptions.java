package io.github.roboreel.tools.report;

import io.github.roboreel.tools.confidence.RateInterval;

/**
 * Options of a report.
 *
 * @param grouping what the rows stand for
 * @param episodes whether a row per episode follows
 * @param metrics whether columns with trajectory metrics are added
 * @param stddev whether means come with their sample standard deviation, and the failures' score is added
 * @param timing whether columns with wall-clock times are added
 * @param excludeContainers whether wrong objects that are containers do not count
 * @param interval which interval of a success rate
 * @param events whether columns with the counts of events are added
 * @param attribute the attribute that {@link Grouping#EPISODE_ATTRIBUTE} groups by; empty for any other grouping
 */
public record ReportOptions(
        Grouping grouping,
        boolean episodes,
        boolean metrics,
        boolean stddev,
        boolean timing,
        boolean excludeContainers,
        RateInterval interval,
        boolean events,
        String attribute) {
    /** Without events and attribute. */
    public ReportOptions(
            Grouping grouping,
            boolean episodes,
            boolean metrics,
            boolean stddev,
            boolean timing,
            boolean excludeContainers,
            RateInterval interval) {
        this(grouping, episodes, metrics, stddev, timing, excludeContainers, interval, false, "");
    }

    /** The same with the counts of events, or without. */
    public ReportOptions withEvents(boolean shown) {
        return new ReportOptions(
                grouping, episodes, metrics, stddev, timing, excludeContainers, interval, shown, attribute);
    }

    /** The same, a row per value of that attribute of the episodes. */
    public ReportOptions byEpisodeAttribute(String name) {
        return new ReportOptions(
                Grouping.EPISODE_ATTRIBUTE,
                episodes,
                metrics,
                stddev,
                timing,
                excludeContainers,
                interval,
                events,
                name);
    }

    /** Over the column that names the rows. */
    String header() {
        return attribute.isEmpty() ? grouping.header() : attribute;
    }
}
