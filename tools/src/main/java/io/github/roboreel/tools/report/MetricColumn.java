package io.github.roboreel.tools.report;

import io.github.roboreel.tools.Samples;
import java.util.List;

/**
 * How a metric is shown to people.
 *
 * @param name in the results
 * @param header over its column
 * @param factor from the results' unit to the column's
 * @param decimals after the point
 */
record MetricColumn(String name, String header, double factor, int decimals) {
    private static final double CM_PER_M = 100;

    static final List<MetricColumn> ALL =
            List.of(
                    new MetricColumn("ee_sparc", "EE SPARC", 1, 2),
                    new MetricColumn("ee_path_length", "Path m", 1, 2),
                    new MetricColumn("ee_speed_mean", "Speed cm/s", CM_PER_M, 1),
                    new MetricColumn("ee_speed_max", "Max cm/s", CM_PER_M, 1),
                    new MetricColumn("joint_sparc_mean", "Jt SPARC", 1, 2),
                    new MetricColumn("joint_rmse_mean", "RMSE rad", 1, 4),
                    new MetricColumn("ee_isj", "EE ISJ", 1, 2),
                    new MetricColumn("joint_isj", "Joint ISJ", 1, 1));

    Samples scaled(Samples samples) {
        return samples.scaledBy(factor);
    }
}
