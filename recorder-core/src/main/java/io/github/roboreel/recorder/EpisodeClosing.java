package io.github.roboreel.recorder;

import io.github.roboreel.recorder.spi.EpisodeEnd;
import io.github.roboreel.recorder.spi.RowView;
import io.github.roboreel.recorder.spi.SinkReport;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;

/** An episode on its way from {@code end} to its summary: which sinks have finalized it, which failed. */
final class EpisodeClosing {
    private final EpisodeId id;
    private final EpisodeInfo info;
    private final EpisodeOutcome outcome;
    private final long numSamples;
    private final long saturatedValues;
    private final long droppedRows;
    private final List<EpisodeEvent> events;
    private final Double lastScore;
    private final CompletableFuture<EpisodeSummary> future = new CompletableFuture<>();
    private final List<String> failedSinks = new ArrayList<>();
    private long droppedFrames;
    private EpisodeTiming timing;
    private final BitSet pendingSinks = new BitSet();
    private final BitSet pendingDataSinks;
    private volatile boolean isDurable;

    /** @param dataSinks places of the sinks that the recording is worthless without; kept */
    EpisodeClosing(
            EpisodeId id,
            EpisodeInfo info,
            EpisodeOutcome outcome,
            long numSamples,
            long saturatedValues,
            long droppedRows,
            List<EpisodeEvent> events,
            Double lastScore,
            int sinkCount,
            BitSet dataSinks) {
        this.id = id;
        this.info = info;
        this.outcome = outcome;
        this.numSamples = numSamples;
        this.saturatedValues = saturatedValues;
        this.droppedRows = droppedRows;
        this.events = List.copyOf(events);
        this.lastScore = lastScore;
        timing = outcome.timing();
        pendingSinks.set(0, sinkCount);
        pendingDataSinks = dataSinks;
        isDurable = dataSinks.isEmpty();
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

    /** What the sinks are passed; {@code finalObservation} may be null. */
    EpisodeEnd end(RowView finalObservation) {
        return new EpisodeEnd(numSamples, outcome, events, finalObservation);
    }

    CompletableFuture<EpisodeSummary> future() {
        return future;
    }

    /** Whether every data sink has finalized it: its end survives the death of this process. Any thread. */
    boolean isDurable() {
        return isDurable;
    }

    /** One sink is through with it, which counts once; true when it was the last. */
    synchronized boolean sinkDone(int index, String sink, boolean failed, SinkReport report) {
        if (!pendingSinks.get(index)) {
            return false;
        }
        pendingSinks.clear(index);
        if (failed) {
            failedSinks.add(sink);
        } else {
            pendingDataSinks.clear(index);
        }
        isDurable = pendingDataSinks.isEmpty();
        droppedFrames += report.droppedFrames();
        timing = timing.plus(report.timing());
        return pendingSinks.isEmpty();
    }

    /** That of the last step, else that of the last event with one; null when there is neither. */
    private Double score() {
        return lastScore != null ? lastScore : EpisodeEvent.lastScore(events);
    }

    /** A part of the post-episode work that only this episode's side output depends on failed. */
    synchronized void sideFailure(String part) {
        failedSinks.add(part);
    }

    synchronized EpisodeSummary summary(Map<String, Double> metrics) {
        return new EpisodeSummary(
                id,
                outcome,
                numSamples,
                numSamples * info.dtSeconds(),
                saturatedValues,
                droppedRows,
                droppedFrames,
                failedSinks,
                events,
                timing,
                score(),
                metrics);
    }
}
