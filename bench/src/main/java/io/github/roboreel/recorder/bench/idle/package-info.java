/** What an open recorder costs while few steps come, or none. */
package io.github.roboreel.recorder.bench.idle;
