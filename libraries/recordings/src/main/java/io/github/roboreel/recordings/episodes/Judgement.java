package io.github.roboreel.recordings.episodes;

import io.github.roboreel.format.AttributeNames;
import io.github.roboreel.format.EpisodeMetadata;
import io.github.roboreel.recorder.EpisodeOutcome;
import io.github.roboreel.recorder.EpisodeStatus;
import io.github.roboreel.recordings.episodes.EpisodeFacts.Ending;
import io.github.roboreel.recordings.folder.EpisodeRecord;
import java.util.Map;
import java.util.Optional;

/**
 * End and judgement of an episode.
 *
 * @param ending how it ended
 * @param success the verdict; empty when it was not judged
 */
record Judgement(Ending ending, Optional<Boolean> success) {
    /**
     * As the demo's {@code status} says. RoboLab's files have none; there {@code success} is the flag of a termination
     * that is no time-out, so false means that the time was over, and none at all that the episode never ended.
     *
     * @param attributes of the demo
     */
    static Judgement of(Map<String, Object> attributes, Optional<EpisodeRecord> line) {
        if (attributes.get(AttributeNames.STATUS) instanceof String status) {
            return EpisodeStatus.of(status)
                    .map(s -> new Judgement(ending(s, attributes), EpisodeOutcome.verdict(attributes)))
                    .orElse(unknown());
        }
        Optional<Boolean> success =
                line.flatMap(EpisodeRecord::success).or(() -> flag(attributes.get(AttributeNames.SUCCESS)));
        return success.map(Judgement::ofRoboLab).orElse(unknown());
    }

    private static Ending ending(EpisodeStatus status, Map<String, Object> attributes) {
        return switch (status) {
            case SUCCESS, FAILURE, ABORTED ->
                said(attributes).orElse(status == EpisodeStatus.ABORTED ? Ending.INCOMPLETE : Ending.TERMINATED);
            case TRUNCATED -> Ending.TRUNCATED;
            default -> Ending.INCOMPLETE;
        };
    }

    private static Optional<Ending> said(Map<String, Object> attributes) {
        return Ending.of(EpisodeMetadata.of(attributes).ending());
    }

    private static Judgement ofRoboLab(boolean success) {
        return new Judgement(success ? Ending.TERMINATED : Ending.TRUNCATED, Optional.of(success));
    }

    private static Judgement unknown() {
        return new Judgement(Ending.INCOMPLETE, Optional.empty());
    }

    private static Optional<Boolean> flag(Object value) {
        return value instanceof Boolean flag ? Optional.of(flag) : Optional.empty();
    }
}
