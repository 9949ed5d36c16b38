package io.github.roboreel.recorder;

import io.github.roboreel.format.EventSummary;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Summary of a recorded episode, known once every sink has finalized it.
 *
 * @param id which episode
 * @param outcome what the caller said
 * @param numSamples steps recorded
 * @param durationSeconds {@code numSamples x dt}
 * @param saturatedValues values that did not fit their integer field and were clamped
 * @param droppedRows rows that were filled and neither published nor {@linkplain EnvRecorder#discardRow discarded}, and
 *     those of a batch that a value was refused in; they are not among the steps
 * @param droppedFrames frames a side sink was told to drop rather than wait
 * @param failedSinks names of side outputs that failed in this episode; what they leave is incomplete: sinks,
 *     {@code log}, {@code metrics} where the stored episode could not be read, {@code metrics:<set>} for a metric set
 * @param events what happened in it, in order
 * @param timing where the time went, producers and sinks together
 * @param score the last score of the stored subtasks, else that of the last event with one, 0 to 1; null when there is
 *     neither
 * @param metrics name to number of the stored episode, null where there is no value; empty when it was too short or no
 *     metrics are on the class path
 */
public record EpisodeSummary(
        EpisodeId id,
        EpisodeOutcome outcome,
        long numSamples,
        double durationSeconds,
        long saturatedValues,
        long droppedRows,
        long droppedFrames,
        List<String> failedSinks,
        List<EpisodeEvent> events,
        EpisodeTiming timing,
        Double score,
        Map<String, Double> metrics) {
    /** Copies the collections. */
    public EpisodeSummary {
        failedSinks = List.copyOf(failedSinks);
        events = List.copyOf(events);
        metrics = Collections.unmodifiableMap(new LinkedHashMap<>(metrics));
    }

    /**
     * The reason of the results: what the caller gave, else what the events say.
     *
     * @return null when neither says anything
     */
    public String reason() {
        return outcome.reason().isBlank() ? EventSummary.reason(outcome.success(), events) : outcome.reason();
    }

    /** The same without events, metrics and timing: what stays of an episode where very many are counted. */
    public EpisodeSummary brief() {
        return new EpisodeSummary(
                id,
                new EpisodeOutcome(
                        outcome.status(),
                        Objects.requireNonNullElse(reason(), ""),
                        outcome.metadata(),
                        EpisodeTiming.NONE),
                numSamples,
                durationSeconds,
                saturatedValues,
                droppedRows,
                droppedFrames,
                failedSinks,
                List.of(),
                EpisodeTiming.NONE,
                score,
                Map.of());
    }

    /** Whether every sink holds all of it. */
    public boolean isComplete() {
        return failedSinks.isEmpty() && droppedFrames == 0;
    }
}
