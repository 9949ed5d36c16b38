package io.github.roboreel.systemtests.soak;

import java.util.Map;

/**
 * What the process held at one moment between two runs, after a garbage collection.
 *
 * @param seconds since the soak began
 * @param episodes recorded until then
 * @param figures by gauge; NaN for one that is not known
 */
record ProcessSample(double seconds, long episodes, Map<Gauge, Double> figures) {}
