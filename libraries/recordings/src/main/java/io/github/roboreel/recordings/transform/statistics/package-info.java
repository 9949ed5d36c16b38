/**
 * Statistics of the fields of steps, in one pass and bounded memory, the same for any number of threads. After
 * {@code mean_and_std} and {@code sar_fields_mask} of {@code rlds.transformations.dataset_stats} (google-research/rlds,
 * commit be119daba87f593d4d2952074419878ac8393574), and what trainers normalise by besides: bounds and quantiles.
 */
package io.github.roboreel.recordings.transform.statistics;
