/** Benchmarks of the recorder; {@code ./roboreel bench --help} lists them. */
package io.github.roboreel.recorder.bench;
