/**
 * Metrics of stored episodes, recomputed from their run files: {@link io.github.roboreel.tools.recompute.FolderMetrics}
 * computes, {@link io.github.roboreel.tools.recompute.MetricsWriter} puts them into the results. Result lines that are
 * lost are made again of run files and logs.
 */
package io.github.roboreel.tools.recompute;
