/** {@code ./roboreel bench record} and the recordings that the other benchmarks measure. */
package io.github.roboreel.recorder.bench.record;
