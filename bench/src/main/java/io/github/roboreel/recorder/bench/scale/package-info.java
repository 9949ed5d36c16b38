/** {@code ./roboreel bench scale}: cost against envs, compressor threads and size of a row. */
package io.github.roboreel.recorder.bench.scale;
