package io.github.roboreel.tools.report;

import io.github.roboreel.tools.confidence.RateInterval;

/**
 * Options of a report.
 *
 * @param grouping what the rows stand for
 * @param attribute the attribute that {@link Grouping#EPISODE_ATTRIBUTE} groups by; empty for any other grouping
 * @param episodes whether a row per episode follows
 * @param columns what is added to the rows
 * @param excludeContainers whether wrong objects that are containers do not count
 * @param interval which interval of a success rate
 */
public record ReportOptions(
        Grouping grouping,
        String attribute,
        boolean episodes,
        Columns columns,
        boolean excludeContainers,
        RateInterval interval) {
    /**
     * Columns that are added to those that every report has.
     *
     * @param metrics whether those with trajectory metrics are
     * @param stddev whether means come with their sample standard deviation, and the failures' score is added
     * @param timing whether those with wall-clock times are
     * @param events whether those with the counts of events are
     */
    public record Columns(boolean metrics, boolean stddev, boolean timing, boolean events) {
        public static final Columns NONE = new Columns(false, false, false, false);
    }

    /** Without an attribute. */
    public ReportOptions(
            Grouping grouping, boolean episodes, Columns columns, boolean excludeContainers, RateInterval interval) {
        this(grouping, "", episodes, columns, excludeContainers, interval);
    }

    /** The same, a row per value of that attribute of the episodes. */
    public ReportOptions byEpisodeAttribute(String name) {
        return new ReportOptions(Grouping.EPISODE_ATTRIBUTE, name, episodes, columns, excludeContainers, interval);
    }

    /** Over the column that names the rows. */
    String header() {
        return attribute.isEmpty() ? grouping.header() : attribute;
    }
}
