/** {@code ./roboreel bench fleet}: commands on many output folders, plain and as a fleet. */
package io.github.roboreel.recorder.bench.fleet;
