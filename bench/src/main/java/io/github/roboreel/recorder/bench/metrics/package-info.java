/** {@code ./roboreel bench metrics}: metrics of stored episodes against numpy. */
package io.github.roboreel.recorder.bench.metrics;
