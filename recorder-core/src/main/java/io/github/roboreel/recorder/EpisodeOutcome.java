package io.github.roboreel.recorder;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.schema.TextRules;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * Outcome of an episode, as the caller states it.
 *
 * @param status anything but {@code RECORDING} and {@code RECOVERED}
 * @param reason one sentence for people; may be empty
 * @param metadata free JSON-able values known only at the end (strings, numbers, booleans, nulls, lists, maps; NaN and
 *     infinities become null); stored as the demo's {@code episode_metadata}, at most 4096 bytes of JSON, and added to
 *     the result line. Reset options that {@link EnvRecorder#begin(String, java.util.function.Consumer)} was given, and
 *     attributes, share this room
 * @param timing where the env's time went
 */
public record EpisodeOutcome(EpisodeStatus status, String reason, Map<String, Object> metadata, EpisodeTiming timing) {
    private static final Set<String> OWN_KEYS =
            Set.of(EpisodeMetadata.ATTRIBUTES, EpisodeMetadata.UNJUDGED, EpisodeMetadata.ENDING);

    /** Checks the status and the texts, and copies the metadata. */
    public EpisodeOutcome {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
        Objects.requireNonNull(timing, "timing");
        TextRules.requireWhole("reason", reason);
        metadata = OutcomeValues.metadata(metadata);
        if (status == EpisodeStatus.RECORDING || status == EpisodeStatus.RECOVERED) {
            throw new IllegalArgumentException("an episode cannot end with status '"
                    + status.label()
                    + "'; expected success, failure, truncated, aborted or discarded");
        }
    }

    /** Terminated with the task achieved. */
    public static EpisodeOutcome success(String reason) {
        return of(EpisodeStatus.SUCCESS, reason);
    }

    /** Terminated without the task achieved. */
    public static EpisodeOutcome failure(String reason) {
        return of(EpisodeStatus.FAILURE, reason);
    }

    /**
     * Terminated, and it is not known whether the task was achieved, as of a simulation that says no more than that:
     * status {@code aborted}, which no reader takes for a verdict, but a whole episode for exports.
     */
    public static EpisodeOutcome terminated(String reason) {
        return aborted(reason).with(EpisodeMetadata.ENDING, EpisodeMetadata.TERMINATED);
    }

    /** Cut by a time limit. */
    public static EpisodeOutcome truncated(String reason) {
        return of(EpisodeStatus.TRUNCATED, reason);
    }

    /** Cut from outside, never judged. */
    public static EpisodeOutcome aborted(String reason) {
        return of(EpisodeStatus.ABORTED, reason);
    }

    /** Thrown away: the demo keeps no steps and gets no result line. */
    public static EpisodeOutcome discarded(String reason) {
        return of(EpisodeStatus.DISCARDED, reason);
    }

    /**
     * The same outcome with other metadata. Its attributes stay, and so does that it is {@link #unjudged} or
     * {@link #atLimit}.
     *
     * @throws IllegalArgumentException when a key is {@link EpisodeMetadata#ATTRIBUTES},
     *     {@link EpisodeMetadata#UNJUDGED} or {@link EpisodeMetadata#ENDING}, or as the constructor says
     */
    public EpisodeOutcome withMetadata(Map<String, Object> newMetadata) {
        requireNotReserved(newMetadata, EpisodeMetadata.ATTRIBUTES, "withAttributes(...)");
        requireNotReserved(newMetadata, EpisodeMetadata.UNJUDGED, "unjudged()");
        requireNotReserved(newMetadata, EpisodeMetadata.ENDING, "terminated(...) or atLimit()");
        Map<String, Object> all = new LinkedHashMap<>(newMetadata);
        metadata.forEach((key, value) -> {
            if (OWN_KEYS.contains(key)) {
                all.put(key, value);
            }
        });
        return new EpisodeOutcome(status, reason, all, timing);
    }

    private static void requireNotReserved(Map<String, Object> given, String key, String call) {
        if (given.containsKey(key)) {
            throw new IllegalArgumentException("the outcome's metadata has the key '" + key
                    + "', which the recorder writes itself; call " + call + " instead");
        }
    }

    private EpisodeOutcome with(String key, Object value) {
        Map<String, Object> all = new LinkedHashMap<>(metadata);
        all.put(key, value);
        return new EpisodeOutcome(status, reason, all, timing);
    }

    /**
     * The same outcome with more free attributes, which every export hands on as the episode's own, for example the
     * operator's name. They are metadata under {@link EpisodeMetadata#ATTRIBUTES} and share its room.
     *
     * @param attributes whole and finite numbers, booleans and texts by name; they replace those of their names
     * @throws IllegalArgumentException when a value is none of these, or all take too much room; when
     *     {@link EpisodeMetadata#RESET_OPTIONS} is anything but a JSON object as text. {@code end} refuses it where
     *     {@code begin} was given reset options
     */
    public EpisodeOutcome withAttributes(Map<String, ?> attributes) {
        if (attributes.isEmpty()) {
            return this;
        }
        Map<String, Object> all = new LinkedHashMap<>(attributes());
        all.putAll(OutcomeValues.attributes(attributes));
        return with(EpisodeMetadata.ATTRIBUTES, all);
    }

    /** The free attributes: Long, Double, Boolean or String by name; empty without any. */
    public Map<String, Object> attributes() {
        Map<String, Object> attributes = new LinkedHashMap<>();
        if (metadata.get(EpisodeMetadata.ATTRIBUTES) instanceof Map<?, ?> given) {
            given.forEach((name, value) -> attributes.put((String) name, value));
        }
        return attributes;
    }

    /** The same outcome with timing. */
    public EpisodeOutcome withTiming(EpisodeTiming newTiming) {
        return new EpisodeOutcome(status, reason, metadata, newTiming);
    }

    private static EpisodeOutcome of(EpisodeStatus status, String reason) {
        return new EpisodeOutcome(status, reason, Map.of(), EpisodeTiming.NONE);
    }

    /**
     * The same outcome without a verdict, for example of an episode that is known to have been cut by a time limit but
     * not whether its task had been achieved: {@link #success} is null.
     */
    public EpisodeOutcome unjudged() {
        return with(EpisodeMetadata.UNJUDGED, true);
    }

    /**
     * The same outcome of an episode that a limit cut, whatever its verdict, for example when its task had been
     * achieved: exports take it as truncated, not as terminated, and as whole.
     */
    public EpisodeOutcome atLimit() {
        return with(EpisodeMetadata.ENDING, EpisodeMetadata.TRUNCATED);
    }

    /** Whether recording was given up, so that rows which belong to an end may be missing. */
    boolean isAbandoned() {
        return status == EpisodeStatus.DISCARDED
                || status == EpisodeStatus.ABORTED && !metadata.containsKey(EpisodeMetadata.ENDING);
    }

    /** TRUE, FALSE, or null when the episode was never judged. */
    public Boolean success() {
        boolean isJudged = status.isJudged() && !Boolean.TRUE.equals(metadata.get(EpisodeMetadata.UNJUDGED));
        return isJudged ? Boolean.valueOf(status == EpisodeStatus.SUCCESS) : null;
    }

    /**
     * The verdict of a stored episode of ours.
     *
     * @param demo attributes of the demo, {@code status} and {@code episode_metadata} among them
     * @return empty when it was never judged
     */
    public static Optional<Boolean> verdict(Map<String, ?> demo) {
        return EpisodeStatus.of(String.valueOf(demo.get(AttributeNames.STATUS)))
                .filter(status -> status.isJudged() && !EpisodeMetadata.of(demo).isUnjudged())
                .map(status -> status == EpisodeStatus.SUCCESS);
    }
}
