package io.github.roboreel.recorder;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * An episode on its way from {@code end} to its summary: which sinks have finalized it, which
 * failed.
 */
final class EpisodeClosing {
    private final EpisodeId id;
    private final EpisodeInfo info;
    private final EpisodeOutcome outcome;
    private final long numSamples;
    private final long saturatedValues;
    private final CompletableFuture<EpisodeSummary> future = new CompletableFuture<>();
    private final List<String> failedSinks = new ArrayList<>();
    private long droppedFrames;
    private int pendingSinks;

    EpisodeClosing(
            EpisodeId id,
            EpisodeInfo info,
            EpisodeOutcome outcome,
            long numSamples,
            long saturatedValues,
            int sinkCount) {
        this.id = id;
        this.info = info;
        this.outcome = outcome;
        this.numSamples = numSamples;
        this.saturatedValues = saturatedValues;
        this.pendingSinks = sinkCount;
    }

    EpisodeId id() {
        return id;
    }

    EpisodeInfo info() {
        return info;
    }

    EpisodeOutcome outcome() {
        return outcome;
    }

    long numSamples() {
        return numSamples;
    }

    CompletableFuture<EpisodeSummary> future() {
        return future;
    }

    /** One sink is through with it; true when it was the last. */
    synchronized boolean sinkDone(String sink, boolean failed, long sinkDroppedFrames) {
        if (failed) {
            failedSinks.add(sink);
        }
        droppedFrames += sinkDroppedFrames;
        pendingSinks--;
        return pendingSinks == 0;
    }

    synchronized EpisodeSummary summary() {
        return new EpisodeSummary(
                id,
                outcome,
                numSamples,
                numSamples * info.dtSeconds(),
                saturatedValues,
                droppedFrames,
                failedSinks);
    }
}
