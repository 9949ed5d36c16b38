package io.github.roboreel.recorder;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/**
 * What the caller says about an episode when it ends.
 *
 * @param status anything but {@code RECORDING} and {@code RECOVERED}
 * @param reason one sentence for people; may be empty
 * @param metadata free JSON-able values known only at the end (strings, numbers, booleans, lists,
 *     maps); stored as the demo's {@code episode_metadata}, at most 4096 bytes of JSON
 */
public record EpisodeOutcome(EpisodeStatus status, String reason, Map<String, Object> metadata) {
    /** Checks the status. */
    public EpisodeOutcome {
        Objects.requireNonNull(status, "status");
        Objects.requireNonNull(reason, "reason");
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
        if (status == EpisodeStatus.RECORDING || status == EpisodeStatus.RECOVERED) {
            throw new IllegalArgumentException(
                    "an episode cannot end with status '"
                            + status.label()
                            + "'; expected success, failure, truncated, aborted or discarded");
        }
    }

    /** Terminated with the task achieved. */
    public static EpisodeOutcome success(String reason) {
        return new EpisodeOutcome(EpisodeStatus.SUCCESS, reason, Map.of());
    }

    /** Terminated without the task achieved. */
    public static EpisodeOutcome failure(String reason) {
        return new EpisodeOutcome(EpisodeStatus.FAILURE, reason, Map.of());
    }

    /** Cut by a time limit. */
    public static EpisodeOutcome truncated(String reason) {
        return new EpisodeOutcome(EpisodeStatus.TRUNCATED, reason, Map.of());
    }

    /** Cut from outside, never judged. */
    public static EpisodeOutcome aborted(String reason) {
        return new EpisodeOutcome(EpisodeStatus.ABORTED, reason, Map.of());
    }

    /** Thrown away: the demo keeps no steps and gets no result line. */
    public static EpisodeOutcome discarded(String reason) {
        return new EpisodeOutcome(EpisodeStatus.DISCARDED, reason, Map.of());
    }

    /** The same outcome with metadata. */
    public EpisodeOutcome withMetadata(Map<String, Object> newMetadata) {
        return new EpisodeOutcome(status, reason, newMetadata);
    }

    /** TRUE, FALSE, or null when the episode was never judged. */
    public Boolean success() {
        return status.isJudged() ? Boolean.valueOf(status == EpisodeStatus.SUCCESS) : null;
    }
}
