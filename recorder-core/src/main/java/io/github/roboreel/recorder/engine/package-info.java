/** The engine of a recorder: ring, consumers, frames, closing. For this module only; no other may use it. */
package io.github.roboreel.recorder.engine;
