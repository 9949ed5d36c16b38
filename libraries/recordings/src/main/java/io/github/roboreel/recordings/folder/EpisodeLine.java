package io.github.roboreel.recordings.folder;

import io.github.roboreel.format.EpisodeMetadata;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * What the result line of an episode says, as filters and reports read it. Every value but the env's name is optional.
 * Implementations are immutable.
 */
public interface EpisodeLine {
    /** Name of the env and of its folder. */
    String envName();

    /** Name of the task; that of the env where the line has none. */
    String taskName();

    /** Number of the episode in its env folder. */
    OptionalInt episode();

    /** Index of the run, stored or derived. */
    OptionalInt run();

    /** Index of the environment, stored or derived. */
    OptionalInt envId();

    /** Name of the policy. */
    Optional<String> policy();

    /** What the policy was told. */
    Optional<String> instruction();

    /** Kind of wording of the instruction, for example {@code default} or {@code vague}. */
    Optional<String> instructionType();

    /** Labels of the task, difficulty included; empty when there are none. */
    List<String> attributes();

    /** The verdict; empty when the episode was not judged. */
    Optional<Boolean> success();

    /** Whether the verdict is success. */
    default boolean isSuccess() {
        return success().orElse(false);
    }

    /** Status that RoboReel writes: success, failure, truncated, aborted, recovered. */
    Optional<String> status();

    /** Steps until the episode ended. */
    OptionalInt episodeStep();

    /** Score as the line has it, 0 to 1. */
    OptionalDouble score();

    /** Why the episode ended as it did. */
    Optional<String> reason();

    /** A number in {@code metrics} by name. */
    OptionalDouble ownMetric(String name);

    /** Names of the numbers in {@code metrics}, in the order of the line. */
    Set<String> metricNames();

    /**
     * An attribute that its recorder's user gave the episode, as text: that of {@code episode_attributes}, else the
     * field of the line itself, as variation runners add them.
     */
    Optional<String> episodeAttribute(String name);

    /** The attributes in {@code episode_attributes}, in the order of the line. */
    @SuppressWarnings("unchecked")
    default Map<String, Object> episodeAttributes() {
        return other(EpisodeMetadata.ATTRIBUTES) instanceof Map<?, ?> attributes
                ? (Map<String, Object>) attributes
                : Map.of();
    }

    /** Names that {@link #episodeAttribute} has a text for, as far as they are listed. */
    default Set<String> valueNames() {
        return episodeAttributes().keySet();
    }

    /** A figure of {@code timing} by name; empty, too, where its total time is 0, as nothing was timed. */
    OptionalDouble timing(String name);

    /** How often each kind of event was counted, in the order of the line, users' own last. */
    Map<String, Integer> eventCounts();

    /** A field that the format does not know; null where there is none. */
    Object other(String field);

    /** A field that the format does not know and that is text. */
    default Optional<String> text(String field) {
        return other(field) instanceof String text ? Optional.of(text) : Optional.empty();
    }
}
