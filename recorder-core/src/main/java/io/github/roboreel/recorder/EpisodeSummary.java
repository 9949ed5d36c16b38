package io.github.roboreel.recorder;

import java.util.List;

/**
 * What the recorder kept of an episode, known once every sink has finalized it.
 *
 * @param id which episode
 * @param outcome what the caller said
 * @param numSamples steps recorded
 * @param durationSeconds {@code numSamples x dt}
 * @param saturatedValues values that did not fit their integer field and were clamped
 * @param droppedFrames frames a side sink was told to drop rather than wait
 * @param failedSinks names of side sinks that failed in this episode; what they leave is incomplete
 */
public record EpisodeSummary(
        EpisodeId id,
        EpisodeOutcome outcome,
        long numSamples,
        double durationSeconds,
        long saturatedValues,
        long droppedFrames,
        List<String> failedSinks) {
    /** Copies the list. */
    public EpisodeSummary {
        failedSinks = List.copyOf(failedSinks);
    }

    /** Whether every sink holds all of it. */
    public boolean isComplete() {
        return failedSinks.isEmpty() && droppedFrames == 0;
    }
}
