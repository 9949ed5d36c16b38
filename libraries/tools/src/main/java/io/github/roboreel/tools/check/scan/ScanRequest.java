package io.github.roboreel.tools.check.scan;

import io.github.roboreel.recorder.metrics.MetricSettings;
import java.util.List;

/**
 * A run file to read.
 *
 * @param file its path
 * @param dtSeconds control period for the metrics, s; 0 when unknown, which leaves metrics out
 * @param robot what the robot's datasets mean
 * @param skip paths inside that are not to be touched, since reading them brought a reader down
 * @param headOnly whether to read attributes and one demo's fields only, no rows
 * @param tellsPlaces whether to tell each place before it is read; otherwise now and then only, which takes less time
 */
record ScanRequest(
        String file, double dtSeconds, MetricSettings robot, List<String> skip, boolean headOnly, boolean tellsPlaces) {
    ScanRequest {
        skip = List.copyOf(skip);
    }
}
