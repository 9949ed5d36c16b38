/**
 * Metrics of stored episodes, recomputed from their run files: {@link io.github.roboreel.tools.metrics.FolderMetrics}
 * computes, {@link io.github.roboreel.tools.metrics.MetricsWriter} puts them into the results.
 */
package io.github.roboreel.tools.metrics;
