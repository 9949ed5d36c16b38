/**
 * The recorder's API: open a run, hand it one step per environment, end episodes.
 *
 * <p>Start at {@link io.github.roboreel.recorder.EpisodeRecorder}. What a step holds is declared by a
 * {@link io.github.roboreel.recorder.schema.FieldSchema}; where it goes is decided by the sinks in
 * {@link io.github.roboreel.recorder.spi}. The engine behind it (ring, consumers, frames, closing, the folder's files)
 * is package-private.
 */
package io.github.roboreel.recorder;
