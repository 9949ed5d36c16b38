/** {@code ./roboreel bench peers}: this recorder and what else there is, alternately. */
package io.github.roboreel.recorder.bench.peers;
