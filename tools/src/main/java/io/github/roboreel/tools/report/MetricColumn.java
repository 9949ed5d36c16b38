package io.github.roboreel.tools.report;

import io.github.roboreel.tools.statistics.Samples;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Column of a metric, as people read it.
 *
 * @param name in the results
 * @param header over its column
 * @param factor from the results' unit to the column's
 * @param decimals after the point
 */
record MetricColumn(String name, String header, double factor, int decimals) {
    private static final double CM_PER_M = 100;
    private static final int OWN_DECIMALS = 3;

    static final List<MetricColumn> ALL = List.of(
            new MetricColumn("ee_sparc", "EE SPARC", 1, 2),
            new MetricColumn("ee_path_length", "Path m", 1, 2),
            new MetricColumn("ee_speed_mean", "Speed cm/s", CM_PER_M, 1),
            new MetricColumn("ee_speed_max", "Max cm/s", CM_PER_M, 1),
            new MetricColumn("joint_sparc_mean", "Jt SPARC", 1, 2),
            new MetricColumn("joint_rmse_mean", "RMSE rad", 1, 4),
            new MetricColumn("ee_isj", "EE ISJ", 1, 2),
            new MetricColumn("joint_isj", "Joint ISJ", 1, 1));

    /** Those of RoboLab's metrics, then one per other metric that a line has. */
    static List<MetricColumn> of(List<Episode> episodes) {
        List<MetricColumn> columns = new ArrayList<>(ALL);
        ownNames(episodes).forEach(name -> columns.add(new MetricColumn(name, name, 1, OWN_DECIMALS)));
        return columns;
    }

    /** Names of metrics that are none of the standard ones, in the order of the lines. */
    static Set<String> ownNames(List<Episode> episodes) {
        Set<String> names = new LinkedHashSet<>();
        for (Episode episode : episodes) {
            for (String name : episode.line().metricNames()) {
                if (!Episode.isStandard(name)) {
                    names.add(name);
                }
            }
        }
        return names;
    }

    Samples scaled(Samples samples) {
        return samples.scaledBy(factor);
    }
}
