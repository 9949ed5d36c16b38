package io.github.roboreel.recorder.video.sink;

import io.github.roboreel.recorder.spi.SinkReport;
import java.util.concurrent.CompletableFuture;

/** A task of an {@link EncodeWorker}. */
sealed interface EncodeJob {
    /**
     * A step to be shown.
     *
     * @param frames the cameras of all plans in order, held for the worker
     * @param bytes what was taken from the budget for them
     */
    record Show(EpisodeVideos videos, HeldFrames frames, long time, long bytes) implements EncodeJob {
        void giveBack(FrameBudget budget) {
            try {
                frames.release();
            } finally {
                budget.giveBack(bytes);
            }
        }
    }

    /** The end of an episode, and where to say so. */
    record End(EpisodeVideos videos, boolean discarded, long dropped, CompletableFuture<SinkReport> report)
            implements EncodeJob {}

    /** Look whether there was a failure. */
    record Notice() implements EncodeJob {}

    /** The last one. */
    record Stop() implements EncodeJob {}
}
