package io.github.roboreel.recorder.spi;

import io.github.roboreel.recorder.EpisodeTiming;

/**
 * Report of a sink on an episode it has finalized.
 *
 * @param droppedFrames frames that were dropped rather than waited for
 * @param timing time the sink's threads spent on this env's episode, by section of the results
 */
public record SinkReport(long droppedFrames, EpisodeTiming timing) {
    /** Everything is there and nothing was measured. */
    public static final SinkReport NONE = new SinkReport(0, EpisodeTiming.NONE);
}
