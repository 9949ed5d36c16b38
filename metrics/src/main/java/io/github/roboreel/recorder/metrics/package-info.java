/**
 * Numbers about a finished episode. {@link io.github.roboreel.recorder.metrics.EpisodeMetrics} reads the stored
 * signals, promotes them to float64 and computes every {@link io.github.roboreel.recorder.metrics.EpisodeMetric}.
 */
package io.github.roboreel.recorder.metrics;
