package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkReport;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/** An episode on its way from {@code end} to its summary: which sinks have finalized it, which failed. */
final class EpisodeClosing {
    private final EpisodeId id;
    private final EpisodeInfo info;
    private final EpisodeOutcome outcome;
    private final long numSamples;
    private final long saturatedValues;
    private final List<EpisodeEvent> events;
    private final CompletableFuture<EpisodeSummary> future = new CompletableFuture<>();
    private final List<String> failedSinks = new ArrayList<>();
    private long droppedFrames;
    private EpisodeTiming timing;
    private final BitSet pendingSinks = new BitSet();

    EpisodeClosing(
            EpisodeId id,
            EpisodeInfo info,
            EpisodeOutcome outcome,
            long numSamples,
            long saturatedValues,
            List<EpisodeEvent> events,
            int sinkCount) {
        this.id = id;
        this.info = info;
        this.outcome = outcome;
        this.numSamples = numSamples;
        this.saturatedValues = saturatedValues;
        this.events = List.copyOf(events);
        timing = outcome.timing();
        pendingSinks.set(0, sinkCount);
    }

    EpisodeId id() {
        return id;
    }

    EpisodeInfo info() {
        return info;
    }

    long numSamples() {
        return numSamples;
    }

    EpisodeOutcome outcome() {
        return outcome;
    }

    /** What the sinks are told; {@code finalObservation} may be null. */
    EpisodeEnd end(RowView finalObservation) {
        return new EpisodeEnd(numSamples, outcome, events, finalObservation);
    }

    CompletableFuture<EpisodeSummary> future() {
        return future;
    }

    /** One sink is through with it, which counts once; true when it was the last. */
    synchronized boolean sinkDone(int index, String sink, boolean failed, SinkReport report) {
        if (!pendingSinks.get(index)) {
            return false;
        }
        pendingSinks.clear(index);
        if (failed) {
            failedSinks.add(sink);
        }
        droppedFrames += report.droppedFrames();
        timing = timing.plus(report.timing());
        return pendingSinks.isEmpty();
    }

    private Optional<Double> scoreOfLastEvent() {
        return events.isEmpty()
                ? Optional.empty()
                : Optional.of(events.get(events.size() - 1).score());
    }

    /** A part of the post-episode work that only this episode's side output depends on failed. */
    synchronized void sideFailure(String part) {
        failedSinks.add(part);
    }

    synchronized EpisodeSummary summary(EpisodeFindings findings) {
        return new EpisodeSummary(
                id,
                outcome,
                numSamples,
                numSamples * info.dtSeconds(),
                saturatedValues,
                droppedFrames,
                failedSinks,
                events,
                timing,
                findings.score().or(this::scoreOfLastEvent).orElse(null),
                findings.metrics());
    }
}
